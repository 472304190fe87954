import {
  type CompactionRequest,
  type CompactionResult,
  groupUnits,
  type Message,
  type Origin,
  type Step,
} from '../../harness/index.ts';
import { createDeadline } from '../delegate/deadline.ts';
import { fallBack } from '../fallback/fall-back.ts';
import { keptFrom, skipped } from '../outcome.ts';
import { keepTokensOf, summaryAllowance } from '../partition/budget.ts';
import { createCheckpoint, summaryOf } from '../partition/checkpoint.ts';
import { type Partition, partitionMessages, singleMessageUnits } from '../partition/partition.ts';
import { createSizer } from '../partition/sizer.ts';
import { SUMMARY_PROMPT, SUMMARY_UPDATE_PROMPT } from '../prompts/summary.ts';
import { renderMessages } from '../rendering/render-unit.ts';
import { foldSummary } from './fold.ts';
import type { SummarySettings } from './settings.ts';
import { summarySize } from './size.ts';

/** Safeguards of the strategy; a variant leaves some out. */
export interface Safeguards {
  /** The summariser sees the summary of the round before. */
  showsEarlier: boolean;
  /** A call and its results are cut off together. */
  keepsPairs: boolean;
  /** A result that is not smaller is not handed on. */
  checksSize: boolean;
  /** An answer of white space is a failure. */
  checksBlank: boolean;
}

/** Summarises everything in front of a recency floor into one marked message. Name = who made that message. */
export async function compactBySummary(
  request: CompactionRequest,
  options: { name: string; settings: SummarySettings; safeguards: Safeguards },
): Promise<CompactionResult> {
  const { name, settings, safeguards } = options;
  const { messages, counter } = request;
  if (request.signal.aborted) return { status: 'cancelled', steps: [] };
  if (messages.length < 2 || messages.every((m) => m.role === 'system'))
    return skipped('too-short');
  const tokensBefore = counter.count(messages);
  const atOrUnder = tokensBefore <= request.targetTokens;
  if (atOrUnder) return skipped('under-target');
  const load = counter.count(messages, request.tools);
  if (!request.force && load < settings.trigger * request.windowTokens)
    return skipped('not-triggered');

  const units = safeguards.keepsPairs ? groupUnits(messages) : singleMessageUnits(messages);
  const sizer = createSizer(counter, messages);
  const keepTokens = keepTokensOf({
    request,
    sizer,
    fixed: settings.keepTokens,
    inReplay: Math.floor(request.windowTokens * settings.keepShare),
  });
  const partition = partitionMessages({ messages, units, sizer, keepTokens });
  if (partition.older.length === 0) return skipped('nothing-removable');
  if (request.models === null) return { status: 'failed', cause: 'model-unavailable', steps: [] };

  const earlier = earlierSummary(messages, partition);
  const outcome = await foldSummary({
    client: request.models.main,
    prompt: SUMMARY_PROMPT,
    updatePrompt: SUMMARY_UPDATE_PROMPT,
    parts: partsOf(request, partition, settings),
    earlier: safeguards.showsEarlier ? earlier : null,
    size: summarySize(summaryAllowance(request.targetTokens)),
    acceptBlank: !safeguards.checksBlank,
    task: request.task,
    temperature: request.temperature,
    seed: request.seed,
    clock: request.clock,
    signal: request.signal,
    deadline: createDeadline({
      clock: request.clock,
      attemptMs: request.budgets.attemptMs ?? settings.attemptMs,
      totalMs: request.budgets.totalMs ?? settings.totalMs,
    }),
    rung: 'summary',
  });
  if (outcome.status === 'cancelled') return outcome;
  const fail = (cause: Parameters<typeof fallBack>[0]['cause'], steps: Step[]) =>
    fallBack({ request, choice: settings.fallback, cause, steps });
  if (outcome.status === 'failed') return fail(outcome.cause, outcome.steps);

  const context = assemble({ messages, partition, by: name, summary: outcome.summary });
  if (safeguards.checksSize && counter.count(context.messages) >= tokensBefore) {
    const last = outcome.steps.at(-1);
    const steps = outcome.steps.slice(0, -1);
    if (last) steps.push({ ...last, cause: 'not-smaller' });
    return fail('not-smaller', steps);
  }
  return { status: 'compacted', steps: outcome.steps, ...context };
}

function earlierSummary(messages: readonly Message[], partition: Partition): string | null {
  const checkpoint = partition.checkpoint === null ? undefined : messages[partition.checkpoint];
  return checkpoint ? summaryOf(checkpoint) : null;
}

/** The older units and the task among them, rendered in the order of the conversation. */
function partsOf(
  { messages }: CompactionRequest,
  partition: Partition,
  settings: SummarySettings,
): string[] {
  const groups = partition.older.map((unit) => unit.indices);
  for (const index of partition.protectedIndices) {
    if (messages[index]?.role === 'user') groups.push([index]);
  }
  groups.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  return groups.map((indices) =>
    renderMessages(
      indices.flatMap((index) => messages[index] ?? []),
      settings,
    ),
  );
}

/** Protected messages, the checkpoint in front of the recency floor, then the floor. */
function assemble(options: {
  messages: readonly Message[];
  partition: Partition;
  by: string;
  summary: string;
}): { messages: Message[]; origins: Origin[] } {
  const { messages, partition, by, summary } = options;
  const gone = partition.older.flatMap((unit) => unit.indices);
  if (partition.checkpoint !== null) gone.push(partition.checkpoint);
  gone.sort((a, b) => a - b);
  const replaces = gone.flatMap((index) => messages[index]?.id ?? []);
  const checkpoint = createCheckpoint({ messages, by, summary, replaces });
  const at = (indices: number[]): Message[] => indices.flatMap((index) => messages[index] ?? []);
  const before = at(partition.protectedIndices);
  const after = at(partition.floorIndices);
  return {
    messages: [...before, checkpoint, ...after],
    origins: [...before.map(keptFrom), { type: 'created', ids: replaces }, ...after.map(keptFrom)],
  };
}
