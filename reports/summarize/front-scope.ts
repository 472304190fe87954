import type { SummaryGroup } from './types.ts';

/** What rows of one front share: everything but the compactor, its models and the budget. */
export function scopeOfFront(group: SummaryGroup): string {
  const { reader, mode, split, synthetic, attemptMs, totalMs } = group;
  return JSON.stringify([reader, mode, split, synthetic, attemptMs, totalMs]);
}
