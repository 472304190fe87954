import type { HookSettings, Message, TokenCounter, ToolSchema } from '../types/index.ts';

/** A conversation in front of a model call. */
export interface HookState {
  messages: readonly Message[];
  tools: readonly ToolSchema[];
  /** Prompt and completion tokens that the provider reported for the last call; 0 = none were reported. */
  contextTokens: number;
}

/** Whether to compact, and to what. All values in tokens. */
export interface HookDecision {
  triggered: boolean;
  /** The whole context: what was reported plus what came since, or everything counted locally. */
  estimateTokens: number;
  /** Messages only, by the counter. */
  messageTokens: number;
  /** What is no message: tool schemas, chat template. Negative where the counter counts more than the provider. */
  overheadTokens: number;
  /** For the messages: `compactTo` of the window less the overhead, never below 0. */
  targetTokens: number;
  warning: 'counter-above-usage' | null;
}

/** End (exclusive) of what the last reported usage stands for: up to the newest assistant message, or everything where there is none. */
function reportedEnd(messages: readonly Message[]): number {
  const newest = messages.findLastIndex((message) => message.role === 'assistant');
  return newest === -1 ? messages.length : newest + 1;
}

/**
 * Decides as Haystack 3.4.1's hook does. With reported usage: that figure plus a local count of what followed the newest assistant message;
 * without: everything counted locally, tool schemas included. It triggers at `compactAt` of the window.
 */
export function decideCompaction(
  state: HookState,
  settings: HookSettings,
  counter: TokenCounter,
): HookDecision {
  const { messages, tools, contextTokens } = state;
  const messageTokens = counter.count(messages);
  const estimateTokens =
    contextTokens > 0
      ? contextTokens + counter.count(messages.slice(reportedEnd(messages)))
      : counter.count(messages, tools);
  const overheadTokens = estimateTokens - messageTokens;
  const roomTokens = Math.trunc(settings.contextWindow * settings.compactTo);
  return {
    triggered: estimateTokens >= settings.contextWindow * settings.compactAt,
    estimateTokens,
    messageTokens,
    overheadTokens,
    targetTokens: Math.max(0, roomTokens - overheadTokens),
    warning: overheadTokens < 0 ? 'counter-above-usage' : null,
  };
}

/**
 * What stands in for reported usage after a compaction, until the provider reports again: the overhead seen plus a local count up to the newest
 * assistant message. 0 where nothing was reported before.
 */
export function contextTokensAfter(
  state: HookState,
  compacted: readonly Message[],
  { overheadTokens, counter }: { overheadTokens: number; counter: TokenCounter },
): number {
  if (state.contextTokens <= 0) return 0;
  const anchored = counter.count(compacted.slice(0, reportedEnd(compacted)));
  return Math.max(0, overheadTokens + anchored);
}
