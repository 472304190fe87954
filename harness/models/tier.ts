import type { Tier } from '../types/model.ts';

const WEAK_BELOW = 1e9;
const MEDIUM_UP_TO = 14e9;

/** Strength by parameter count: `weak` below 1 B, `medium` to 14 B, `strong` above; null where the count is not known. */
export function tierOf(parameters: number | null): Tier | null {
  if (parameters === null) return null;
  if (parameters < WEAK_BELOW) return 'weak';
  return parameters <= MEDIUM_UP_TO ? 'medium' : 'strong';
}

/** Parameter count from a text such as `134.52M` or `7.6B`; null where it is none. */
export function parseParameters(text: string): number | null {
  const match = /^([\d.]+)\s*([KMBT])$/i.exec(text.trim());
  if (!match) return null;
  const factor = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }[match[2]?.toUpperCase() ?? ''];
  const value = Number(match[1]);
  return factor === undefined || !Number.isFinite(value) ? null : Math.round(value * factor);
}
