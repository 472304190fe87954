import { decideCompaction } from '../hook/index.ts';
import type { PlannedCell } from '../types/cell.ts';
import type { TokenCounter } from '../types/counter.ts';
import type { ReportedUsage } from '../types/transcript.ts';

/** Totals of a replayed session, all in tokens or numbers of calls. */
export type SessionTotals = {
  /** Calls of the agent's model. */
  modelCalls: number;
  /** Prompt tokens over all of them, as the hook estimates a context. */
  tokensSent: number;
  /** The same without any compaction. */
  tokensSentUncompacted: number;
  /** Times at which the hook fired and the compactor skipped. */
  skippedFirings: number;
  /** Calls whose context was estimated to be larger than the window. */
  overflowCalls: number;
};

/** Adds up what a session sends. */
export interface SessionMeter {
  /** The context of one model call. */
  sent(tokens: number): void;
  /** The context that the call before message `index` would have had without compaction. */
  sentUncompacted(index: number): void;
  skipped(): void;
  totals(): SessionTotals;
}

/** Creates a meter for one replay; `reported` is the provider's usage by message id. */
export function createSessionMeter(
  cell: PlannedCell,
  counter: TokenCounter,
  reported: ReadonlyMap<string, ReportedUsage>,
): SessionMeter {
  const { messages, tools } = cell.transcript;
  const totals: SessionTotals = {
    modelCalls: 0,
    tokensSent: 0,
    tokensSentUncompacted: 0,
    skippedFirings: 0,
    overflowCalls: 0,
  };
  return {
    sent(tokens) {
      totals.modelCalls += 1;
      totals.tokensSent += tokens;
      if (tokens > cell.windowTokens) totals.overflowCalls += 1;
    },
    sentUncompacted(index) {
      if (cell.hook === null) return;
      const played = messages.slice(0, index);
      const usage = reported.get(played.findLast(({ role }) => role === 'assistant')?.id ?? '');
      const contextTokens = usage === undefined ? 0 : usage.promptTokens + usage.completionTokens;
      const state = { messages: played, tools, contextTokens };
      totals.tokensSentUncompacted += decideCompaction(state, cell.hook, counter).estimateTokens;
    },
    skipped() {
      totals.skippedFirings += 1;
    },
    totals: () => ({ ...totals }),
  };
}
