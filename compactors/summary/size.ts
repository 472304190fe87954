/** Bounds of what a summariser may write. Tokens are the model's. */
export interface SummarySize {
  maxOutputTokens: number;
  /** Length that the prompt asks for. */
  words: number;
}

const LEAST_OUTPUT_TOKENS = 96;
const MOST_OUTPUT_TOKENS = 1024;

/**
 * Asks for half a word a token of the allowance, and lets the answer run to one and a half times the allowance (96 to 1,024 tokens)
 * before it counts as cut off: models do not keep to a length.
 */
export function summarySize(allowanceTokens: number): SummarySize {
  const maxOutputTokens = Math.min(
    MOST_OUTPUT_TOKENS,
    Math.max(LEAST_OUTPUT_TOKENS, Math.ceil(allowanceTokens * 1.5)),
  );
  const words = Math.max(40, Math.round(allowanceTokens / 2 / 10) * 10);
  return { maxOutputTokens, words };
}
