import type {
  AnswerFormat,
  Cause,
  CompactionRequest,
  CompactionResult,
  Step,
} from '../../harness/index.ts';
import { askModel } from '../delegate/ask.ts';
import { classifyAnswer } from '../delegate/classify.ts';
import { createDeadline } from '../delegate/deadline.ts';
import { fillPrompt, purposeOf } from '../prompts/template.ts';
import { VERDICTS_PROMPT } from '../prompts/verdicts.ts';
import { type Batch, planBatches } from './batches.ts';
import { concludeVerdicts, forgivenBy } from './conclude.ts';
import { countFault, firstCause, judgeAnswer } from './judge.ts';
import { currentTask, type Part } from './parts.ts';
import { prepareVerdicts } from './prepare.ts';
import { createTally, type Tally } from './report.ts';
import type { BatchedSettings } from './settings.ts';

/** How the answer's form is asked for: in words only, by the server's JSON mode, or by a schema that the server enforces. */
export type VerdictForm = 'text' | 'json' | 'schema';

/** Asks for one JSON object of verdicts a batch of units, and applies them. */
export async function compactByVerdicts(
  request: CompactionRequest,
  options: { form: VerdictForm; settings: BatchedSettings },
): Promise<CompactionResult> {
  const { form, settings } = options;
  const prepared = prepareVerdicts(request, settings);
  if (prepared.status !== 'ready') return prepared;
  const client = request.models?.main;
  if (!client) return { status: 'failed', cause: 'model-unavailable', steps: [] };

  const task = currentTask(request);
  const tally = createTally(prepared.parts);
  const steps: Step[] = [];
  const conclude = (failure: Cause | null) => {
    const { policy, fallback } = settings;
    return concludeVerdicts({ request, prepared, tally, steps, policy, fallback, failure });
  };
  const estimateTokens = (text: string): number => client.estimateTokens(text);
  const frameTokens = fillPrompt(VERDICTS_PROMPT, { task, parts: '', ids: '' })
    .map((message) => estimateTokens(message.content))
    .reduce((sum, tokens) => sum + tokens, 0);
  const batches = planBatches({
    parts: prepared.parts,
    contextTokens: client.info.contextTokens,
    frameTokens,
    maxUnits: settings.maxUnits,
    estimateTokens,
  });
  if (batches === null) {
    const detail = 'the model has no room for a unit of the conversation';
    steps.push({ rung: 'verdicts', attempts: 0, cause: 'overflow', detail, durationMs: 0 });
    return conclude('overflow');
  }

  const deadline = createDeadline({
    clock: request.clock,
    attemptMs: request.budgets.attemptMs ?? settings.attemptMs,
    totalMs: request.budgets.totalMs ?? settings.totalMs,
  });
  for (const [index, batch] of batches.entries()) {
    const rung = batches.length === 1 ? 'verdicts' : `verdicts ${index + 1}/${batches.length}`;
    const { limitMs, limitCause, spent } = deadline.next();
    if (spent) {
      steps.push({ rung, attempts: 0, cause: limitCause, detail: null, durationMs: 0 });
      return conclude(limitCause);
    }
    const messages = fillPrompt(VERDICTS_PROMPT, {
      task,
      parts: batch.parts.map(({ id, text }) => `[${id}] ${text}`).join('\n\n'),
      ids: batch.parts.map(({ id }) => id).join(', '),
    });
    tally.asked += batch.parts.length;
    const outcome = await askModel({
      client,
      clock: request.clock,
      signal: request.signal,
      limitMs,
      limitCause,
      request: {
        messages,
        format: formatOf(form, batch.parts),
        maxOutputTokens: batch.maxOutputTokens,
        temperature: request.temperature,
        seed: request.seed,
        purpose: purposeOf(VERDICTS_PROMPT, request.task),
      },
    });
    if (outcome.status === 'cancelled') return { status: 'cancelled', steps };
    const { durationMs } = outcome;
    if (outcome.status === 'failed') {
      const { cause, detail } = outcome;
      steps.push({ rung, attempts: 1, cause, detail, durationMs });
      return conclude(cause);
    }
    const answer = classifyAnswer(outcome.value, messages.map((m) => m.content).join('\n'));
    const cause =
      answer.status === 'unusable'
        ? countUnusable(tally, answer.cause)
        : countVerdicts(tally, { batch, text: answer.text, settings });
    const detail = answer.status === 'unusable' ? answer.detail : null;
    steps.push({ rung, attempts: 1, cause, detail, durationMs });
    if (cause !== null) return conclude(cause);
  }
  return conclude(null);
}

function countUnusable(tally: Tally, cause: Cause): Cause {
  countFault(tally.faults, cause);
  return cause;
}

/** Adds the verdicts and faults of one answer; the first fault that the policy does not forgive. */
function countVerdicts(
  tally: Tally,
  options: { batch: Batch; text: string; settings: BatchedSettings },
): Cause | null {
  const { batch, text, settings } = options;
  const ids = batch.parts.map(({ id }) => id);
  const judged = judgeAnswer(text, ids, settings.repair);
  for (const [id, verdict] of judged.verdicts) tally.verdicts.set(id, verdict);
  for (const [cause, count] of Object.entries(judged.faults)) {
    countFault(tally.faults, cause as Cause, count);
  }
  if (judged.repaired) tally.repaired += 1;
  return firstCause(judged.faults, forgivenBy(settings.policy));
}

function formatOf(form: VerdictForm, parts: readonly Part[]): AnswerFormat {
  if (form !== 'schema') return { type: form };
  const ids = parts.map(({ id }) => id);
  return {
    type: 'schema',
    name: 'verdicts',
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        ids.map((id) => [id, { type: 'string', enum: ['keep', 'drop'] }]),
      ),
      required: ids,
      additionalProperties: false,
    },
  };
}
