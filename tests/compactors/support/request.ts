import {
  type CompactionRequest,
  createCounter,
  createVirtualClock,
  type Message,
  type VirtualClock,
} from '../../../harness/index.ts';

/** A request with a clock of its own, forced, without models, to 40 % of its tokens unless told otherwise. */
export function createRequest(
  messages: readonly Message[],
  over: Partial<CompactionRequest> = {},
): CompactionRequest & { clock: VirtualClock } {
  const counter = over.counter ?? createCounter('o200k_base');
  const windowTokens = over.windowTokens ?? counter.count(messages);
  return {
    messages,
    tools: [],
    targetTokens: Math.floor(windowTokens * 0.4),
    force: true,
    models: null,
    budgets: { attemptMs: null, totalMs: null },
    usage: null,
    pins: [],
    seed: 1,
    temperature: 0,
    signal: new AbortController().signal,
    task: 'test',
    ...over,
    clock: (over.clock as VirtualClock | undefined) ?? createVirtualClock(),
    counter,
    windowTokens,
  };
}
