import type { Clock } from '../../harness/index.ts';

/** A clock for one delegate. `close` cancels every timer that was set through it; later ones never start. */
export interface ScopedClock {
  readonly clock: Clock;
  close(): void;
}

/** Hands a delegate the caller's time, but no way to leave a timer behind. A sleep that was closed over never settles. */
export function createScopedClock(parent: Clock): ScopedClock {
  const cancels = new Set<() => void>();
  let closed = false;

  const after = (ms: number, fire: () => void): (() => void) => {
    if (closed) return () => {};
    const cancelTimer = parent.after(ms, () => {
      cancels.delete(cancel);
      fire();
    });
    const cancel = (): void => {
      cancels.delete(cancel);
      cancelTimer();
    };
    cancels.add(cancel);
    return cancel;
  };

  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = (): void => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = after(ms, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    });

  return {
    clock: {
      kind: parent.kind,
      now: () => parent.now(),
      after,
      sleep,
      hold: (work) => parent.hold(work),
    },
    close() {
      closed = true;
      for (const cancel of [...cancels]) cancel();
    },
  };
}
