import type { CompactionRequest } from '../../harness/index.ts';
import { alwaysKept } from './partition.ts';
import type { Sizer } from './sizer.ts';

/** Most tokens that a summary is given room for. */
const MOST_SUMMARY_TOKENS = 1024;

/** Room for a summary within a target, in tokens: a quarter of it, at most 1,024. */
export function summaryAllowance(targetTokens: number): number {
  return Math.min(MOST_SUMMARY_TOKENS, Math.floor(targetTokens / 4));
}

/**
 * Tokens of the recency floor: `fixed` where the settings give it; `inReplay` in a replay, where the seeds' own defaults hold; else
 * what the target leaves beside the protected messages and the room for a summary. Never below 0.
 */
export function keepTokensOf(options: {
  request: CompactionRequest;
  sizer: Sizer;
  fixed: number | null;
  inReplay: number;
}): number {
  const { request, sizer, fixed, inReplay } = options;
  if (fixed !== null) return fixed;
  if (request.mode === 'replay') return inReplay;
  const protectedTokens = sizer.tokensOf(alwaysKept(request.messages));
  const left = request.targetTokens - protectedTokens - summaryAllowance(request.targetTokens);
  return Math.max(0, left);
}
