import type {
  Cause,
  CompactedContext,
  CompactionRequest,
  CompactionResult,
  ModelClient,
  Step,
} from '../../harness/index.ts';
import { createDeadline, type Deadline } from '../delegate/deadline.ts';
import { fallBack } from '../fallback/fall-back.ts';
import { isTooShort, keepMessages, skipped } from '../outcome.ts';
import { summaryAllowance } from '../partition/budget.ts';
import { ROLLING_PROMPT, ROLLING_UPDATE_PROMPT } from '../prompts/summary-rolling.ts';
import { renderMessages } from '../rendering/render-unit.ts';
import { type FoldOutcome, foldSummary } from '../summary/fold.ts';
import { summarySize } from '../summary/size.ts';
import { planRolling, type RollingPlan } from './plan.ts';
import { replaceBySummary } from './replace.ts';
import type { RollingSettings } from './settings.ts';

const NAME = 'summary-rolling';
const MIN_SUMMARY_TOKENS = 1;

/** Summarises stretch after stretch until the target is met, nothing is left to give, or a call fails. */
export async function compactRolling(
  request: CompactionRequest,
  settings: RollingSettings,
): Promise<CompactionResult> {
  const { messages, targetTokens, counter, models, signal } = request;
  if (signal.aborted) return { status: 'cancelled', steps: [] };
  if (isTooShort(messages)) return skipped('too-short');
  if (counter.count(messages) <= targetTokens) return skipped('under-target');
  const summaryTokens =
    settings.summaryTokens ?? Math.max(MIN_SUMMARY_TOKENS, summaryAllowance(targetTokens));
  const { minKeepSteps } = settings;
  const planNext = (context: CompactedContext): RollingPlan | null =>
    planRolling(context.messages, { targetTokens, summaryTokens, minKeepSteps, counter });

  let context = keepMessages(messages);
  let plan = planNext(context);
  if (plan === null) return skipped('nothing-removable');
  if (models === null) return { status: 'failed', cause: 'model-unavailable', steps: [] };
  const deadline = createDeadline({
    clock: request.clock,
    attemptMs: request.budgets.attemptMs ?? settings.attemptMs,
    totalMs: request.budgets.totalMs ?? settings.totalMs,
  });
  const steps: Step[] = [];
  let rounds = 0;
  while (plan !== null) {
    const outcome = await summarize(request, {
      client: models.main,
      context,
      plan,
      settings,
      summaryTokens,
      deadline,
    });
    steps.push(...outcome.steps);
    if (outcome.status === 'cancelled') return { status: 'cancelled', steps };
    let cause: Cause | null = outcome.status === 'failed' ? outcome.cause : null;
    if (outcome.status === 'summarized') {
      const next = replaceBySummary(context, plan, { text: outcome.summary, by: NAME });
      if (counter.count(next.messages) < counter.count(context.messages)) {
        context = next;
        rounds++;
      } else {
        cause = 'not-smaller';
        const last = steps.pop();
        if (last) steps.push({ ...last, cause });
      }
    }
    if (cause !== null) {
      if (rounds > 0) return { status: 'fallback', step: 'partial', cause, steps, ...context };
      return fallBack({ request, choice: settings.fallback, cause, steps });
    }
    plan = planNext(context);
  }
  return { status: 'compacted', steps, ...context };
}

function summarize(
  request: CompactionRequest,
  options: {
    client: ModelClient;
    context: CompactedContext;
    plan: RollingPlan;
    settings: RollingSettings;
    summaryTokens: number;
    deadline: Deadline;
  },
): Promise<FoldOutcome> {
  const { client, context, plan, settings, summaryTokens, deadline } = options;
  return foldSummary({
    client,
    prompt: ROLLING_PROMPT,
    updatePrompt: ROLLING_UPDATE_PROMPT,
    parts: plan.indices.map((index) =>
      renderMessages(context.messages.slice(index, index + 1), settings),
    ),
    earlier: null,
    size: summarySize(summaryTokens),
    task: request.task,
    temperature: request.temperature,
    seed: request.seed,
    clock: request.clock,
    signal: request.signal,
    deadline,
    rung: plan.stretch,
  });
}
