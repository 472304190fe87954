import type { Clock } from '../types/clock.ts';

/** A limit in time and the signal of the caller. `reason` is what the work is aborted with when time is up. */
export interface Deadline {
  clock: Clock;
  ms: number;
  signal: AbortSignal;
  reason: () => Error;
}

/**
 * Runs work with a signal that aborts with the caller's, or with `reason` after `ms`. Waits for the work to end, and
 * leaves neither timer nor listener behind.
 */
export async function withDeadline<T>(
  deadline: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { clock, ms, signal, reason } = deadline;
  signal.throwIfAborted();
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const cancel = clock.after(ms, () => controller.abort(reason()));
  try {
    return await work(controller.signal);
  } finally {
    cancel();
    signal.removeEventListener('abort', onAbort);
  }
}
