import type {
  Cause,
  CompactedContext,
  CompactionRequest,
  CompactionResult,
  Compactor,
  Origin,
  SkipReason,
  Step,
  VerdictReport,
} from './types/index.ts';

/** What a chain needs of each part. */
export type ChainPart = Pick<Compactor, 'name' | 'compact'>;

/** Origins of a second compaction, told in terms of the first one's input. */
export function composeOrigins(first: CompactedContext, second: readonly Origin[]): Origin[] {
  const earlier = new Map(first.messages.map((message, i) => [message.id, first.origins[i]]));
  const sources = (id: string): string[] => {
    const origin = earlier.get(id);
    if (!origin) return [];
    return origin.type === 'kept' ? [origin.id] : origin.ids;
  };
  return second.map((origin): Origin => {
    if (origin.type === 'kept') return earlier.get(origin.id) ?? origin;
    const ids = [...new Set(origin.ids.flatMap(sources))];
    if (origin.type === 'created') return { type: 'created', ids };
    const rewritesCreated = origin.ids.some((id) => earlier.get(id)?.type === 'created');
    return { type: rewritesCreated ? 'created' : 'replaced', ids };
  });
}

/**
 * Runs compactors one after the other, each on what the one before handed on, until the target is met. A part that skips or fails is
 * passed over: with progress made by another, a failure ends as `fallback` credited to the last part that made any; without, as `failed`.
 * `skipped` (with the last part's reason) where none did anything.
 */
export async function runChain(
  parts: readonly ChainPart[],
  request: CompactionRequest,
): Promise<CompactionResult> {
  let context: CompactedContext | null = null;
  let step: string | null = null;
  let cause: Cause | null = null;
  let reason: SkipReason = 'nothing-removable';
  let verdicts: VerdictReport | undefined;
  const steps: Step[] = [];
  for (const part of parts) {
    if (context && request.counter.count(context.messages) <= request.targetTokens) break;
    const messages = context?.messages ?? request.messages;
    const result = await part.compact({ ...request, messages });
    if (result.status === 'skipped') {
      reason = result.reason;
      continue;
    }
    steps.push(...result.steps);
    if (result.status === 'cancelled') return { status: 'cancelled', steps };
    verdicts = result.verdicts ?? verdicts;
    if (result.status !== 'compacted') cause = result.cause;
    if (result.status === 'failed') continue;
    step = result.status === 'fallback' ? result.step : part.name;
    context = {
      messages: result.messages,
      origins: context ? composeOrigins(context, result.origins) : result.origins,
    };
  }
  const seen = verdicts ? { verdicts } : {};
  if (!context) {
    if (cause) return { status: 'failed', cause, steps, ...seen };
    return { status: 'skipped', reason };
  }
  if (cause) {
    return { status: 'fallback', step: step ?? 'unchanged', cause, steps, ...seen, ...context };
  }
  return { status: 'compacted', steps, ...seen, ...context };
}
