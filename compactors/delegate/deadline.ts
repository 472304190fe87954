import type { Clock } from '../../harness/index.ts';

/** How long the next call may take and which limit it would meet. `spent` = no call may start. */
export interface Deadline {
  next(): { limitMs: number; limitCause: 'timeout-attempt' | 'timeout-total'; spent: boolean };
}

/** Limits for a series of calls: each at most `attemptMs`, all together at most `totalMs` (null = no such limit). */
export function createDeadline(options: {
  clock: Clock;
  attemptMs: number;
  totalMs: number | null;
}): Deadline {
  const { clock, attemptMs, totalMs } = options;
  const startMs = clock.now();
  return {
    next() {
      const leftMs = totalMs === null ? Number.POSITIVE_INFINITY : startMs + totalMs - clock.now();
      return leftMs < attemptMs
        ? { limitMs: Math.max(0, leftMs), limitCause: 'timeout-total', spent: leftMs <= 0 }
        : { limitMs: attemptMs, limitCause: 'timeout-attempt', spent: false };
    },
  };
}
