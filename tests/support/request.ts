import {
  type CompactedContext,
  type CompactionRequest,
  type CompactionResult,
  createCounter,
  createVirtualClock,
  type Message,
} from '../../harness/index.ts';

/** A compaction request with everything at rest: virtual clock, approximate counter, no models, forced. */
export function createRequest(
  messages: readonly Message[],
  overrides: Partial<CompactionRequest> = {},
): CompactionRequest {
  const counter = overrides.counter ?? createCounter('approximate');
  return {
    messages,
    tools: [],
    targetTokens: 0,
    windowTokens: counter.count(messages),
    force: true,
    counter,
    models: null,
    budgets: { attemptMs: null, totalMs: null },
    usage: null,
    pins: [],
    clock: createVirtualClock(),
    seed: 1,
    temperature: 0,
    signal: new AbortController().signal,
    task: 'test',
    ...overrides,
  };
}

/** The context of a result: null for `skipped`, `failed` and `cancelled`. */
export function contextOf(result: CompactionResult): CompactedContext | null {
  return 'messages' in result ? result : null;
}

/** Index in the input of each output message, null for one that was created or replaced. */
export function keptIndices(
  input: readonly Message[],
  context: CompactedContext,
): (number | null)[] {
  const positions = new Map(input.map((message, index) => [message.id, index]));
  return context.origins.map((origin) =>
    origin.type === 'kept' ? (positions.get(origin.id) ?? null) : null,
  );
}
