/** Tokens that decide when the ladder starts and what it leaves alone. */
export interface Thresholds {
  /** It starts above this many tokens of messages and tools, and is content at or below. */
  gateTokens: number;
  /** Kept verbatim at the end. */
  keepRecentTokens: number;
}

const RESERVE_TOKENS = 16_384;
const KEEP_RECENT_TOKENS = 20_000;

/** Reserve for a window: 16,384 tokens, scaled down to a quarter of a small window, but not below 1,024. */
export function reserveForWindow(windowTokens: number): number {
  return Math.min(RESERVE_TOKENS, Math.max(1024, Math.floor(windowTokens / 4)));
}

/** Tokens kept for a window: 20,000, scaled down to half of a small window, but not below 2,048. */
export function keepRecentForWindow(windowTokens: number): number {
  return Math.min(KEEP_RECENT_TOKENS, Math.max(2048, Math.floor(windowTokens / 2)));
}

/** Thresholds of a window; a setting that is given replaces the scaled default, and a trigger ratio replaces the reserve. */
export function thresholdsFor(
  windowTokens: number,
  settings: {
    reserveTokens: number | null;
    keepRecentTokens: number | null;
    triggerRatio: number | null;
  },
): Thresholds {
  const reserve = settings.reserveTokens ?? reserveForWindow(windowTokens);
  const { triggerRatio } = settings;
  return {
    gateTokens:
      triggerRatio === null ? windowTokens - reserve : Math.floor(windowTokens * triggerRatio),
    keepRecentTokens: settings.keepRecentTokens ?? keepRecentForWindow(windowTokens),
  };
}
