import type { Clock } from '../types/clock.ts';

/**
 * Waits `ms` on a clock's own timers. Rejects with the signal's reason as soon as it aborts, and leaves neither a timer
 * nor a listener behind either way.
 */
export function sleepOn(
  clock: Pick<Clock, 'after'>,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
