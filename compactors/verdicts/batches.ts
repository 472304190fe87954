import type { Part } from './parts.ts';

/** Output tokens that one verdict may take, and what an answer may take beside its verdicts. */
const TOKENS_PER_VERDICT = 12;
const TOKENS_PER_ANSWER = 24;
/** Tokens of a part beside its text: id, brackets, line breaks, its name in the list of ids. */
const TOKENS_PER_PART = 12;
const MARGIN_SHARE = 0.02;

/** Parts that are asked about in one call, and how long its answer may be (the model's tokens). */
export interface Batch {
  parts: Part[];
  maxOutputTokens: number;
}

/** Longest answer to `count` parts, in tokens. */
export function verdictTokens(count: number): number {
  return TOKENS_PER_ANSWER + TOKENS_PER_VERDICT * count;
}

/**
 * Packs parts into as few calls as the model's context allows, in order; null where one part alone does not fit.
 * `frameTokens` = the prompt without parts.
 */
export function planBatches(options: {
  parts: readonly Part[];
  contextTokens: number;
  frameTokens: number;
  maxUnits: number;
  estimateTokens(text: string): number;
}): Batch[] | null {
  const room = Math.floor(options.contextTokens * (1 - MARGIN_SHARE)) - options.frameTokens;
  const batches: Part[][] = [];
  let current: Part[] = [];
  let used = 0;
  for (const part of options.parts) {
    const tokens = options.estimateTokens(part.text) + TOKENS_PER_PART;
    const isOver = used + tokens + verdictTokens(current.length + 1) > room;
    if (current.length > 0 && (isOver || current.length >= options.maxUnits)) {
      batches.push(current);
      current = [];
      used = 0;
    }
    if (tokens + verdictTokens(1) > room) return null;
    current.push(part);
    used += tokens;
  }
  if (current.length > 0) batches.push(current);
  return batches.map((parts) => ({ parts, maxOutputTokens: verdictTokens(parts.length) }));
}
