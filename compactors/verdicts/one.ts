import type {
  Cause,
  CompactionRequest,
  CompactionResult,
  GenerateResponse,
  Step,
} from '../../harness/index.ts';
import { askModel } from '../delegate/ask.ts';
import { classifyAnswer } from '../delegate/classify.ts';
import { createDeadline } from '../delegate/deadline.ts';
import { fillPrompt, purposeOf } from '../prompts/template.ts';
import { VERDICT_ONE_PROMPT } from '../prompts/verdicts.ts';
import { concludeVerdicts } from './conclude.ts';
import { countFault } from './judge.ts';
import { judgeWord } from './judge-word.ts';
import { currentTask, type Part } from './parts.ts';
import { prepareVerdicts } from './prepare.ts';
import { createTally, type Tally } from './report.ts';
import { keepScore } from './score.ts';
import type { OneSettings } from './settings.ts';

/** Longest answer to one part, in tokens: a word, with room for a quote and a full stop. */
const ANSWER_TOKENS = 8;
/** Alternatives a token that the server is asked for. */
const ALTERNATIVES = 10;
const RUNG = 'verdicts';

/** Asks about one unit a call. Where the server gives token probabilities, the verdict is the score against the threshold. */
export async function compactByOne(
  request: CompactionRequest,
  settings: OneSettings,
): Promise<CompactionResult> {
  const prepared = prepareVerdicts(request, settings);
  if (prepared.status !== 'ready') return prepared;
  const client = request.models?.main;
  if (!client) return { status: 'failed', cause: 'model-unavailable', steps: [] };

  const task = currentTask(request);
  const tally = createTally(prepared.parts);
  const deadline = createDeadline({
    clock: request.clock,
    attemptMs: request.budgets.attemptMs ?? settings.attemptMs,
    totalMs: request.budgets.totalMs ?? settings.totalMs,
  });
  const startMs = request.clock.now();
  let attempts = 0;
  const stepOf = (cause: Cause | null, detail: string | null): Step => ({
    rung: RUNG,
    attempts,
    cause,
    detail,
    durationMs: request.clock.now() - startMs,
  });
  const conclude = (step: Step, failure: Cause | null) => {
    const { fallback } = settings;
    return concludeVerdicts({
      request,
      prepared,
      tally,
      steps: [step],
      policy: 'strict',
      fallback,
      failure,
    });
  };

  for (const part of prepared.parts) {
    const { limitMs, limitCause, spent } = deadline.next();
    if (spent) return conclude(stepOf(limitCause, null), limitCause);
    const messages = fillPrompt(VERDICT_ONE_PROMPT, { task, part: part.text });
    attempts += 1;
    tally.asked += 1;
    const outcome = await askModel({
      client,
      clock: request.clock,
      signal: request.signal,
      limitMs,
      limitCause,
      request: {
        messages,
        format: { type: 'text' },
        maxOutputTokens: ANSWER_TOKENS,
        temperature: request.temperature,
        seed: request.seed,
        logprobs: ALTERNATIVES,
        purpose: purposeOf(VERDICT_ONE_PROMPT, request.task),
      },
    });
    if (outcome.status === 'cancelled') return { status: 'cancelled', steps: [stepOf(null, null)] };
    if (outcome.status === 'failed') {
      return conclude(stepOf(outcome.cause, outcome.detail), outcome.cause);
    }
    const prompt = messages.map((message) => message.content).join('\n');
    const fault = countAnswer(tally, {
      part,
      response: outcome.value,
      prompt,
      threshold: settings.threshold,
    });
    if (fault !== null) return conclude(stepOf(fault, part.id), fault);
  }
  return conclude(stepOf(null, null), null);
}

/** Adds one answer's verdict and score; its fault where it has none. Words after a clear verdict may be cut off. */
function countAnswer(
  tally: Tally,
  options: { part: Part; response: GenerateResponse; prompt: string; threshold: number },
): Cause | null {
  const { part, response, prompt, threshold } = options;
  const fail = (cause: Cause): Cause => {
    countFault(tally.faults, cause);
    return cause;
  };
  const isCut = response.stopReason === 'length';
  const answer = classifyAnswer(isCut ? { ...response, stopReason: 'stop' } : response, prompt);
  if (answer.status === 'unusable') {
    return fail(isCut && answer.cause === 'empty' ? 'cut-off' : answer.cause);
  }
  const score = keepScore(response.logprobs);
  const word = judgeWord(answer.text);
  if (word.status === 'fault' && score === null) return fail(isCut ? 'cut-off' : word.cause);
  if (score !== null) tally.scores.set(part.id, score);
  const said = word.status === 'verdict' ? word.verdict : 'keep';
  tally.verdicts.set(part.id, score === null ? said : score >= threshold ? 'keep' : 'drop');
  if (word.status === 'verdict' ? word.repaired : true) tally.repaired += 1;
  return null;
}
