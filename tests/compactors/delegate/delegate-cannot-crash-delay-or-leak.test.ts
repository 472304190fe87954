import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runDelegate } from '../../../compactors/delegate/ask.ts';
import { type Clock, createRealClock, createVirtualClock } from '../../../harness/index.ts';

type Work = (context: { clock: Clock; signal: AbortSignal }) => Promise<string>;

const unhandled: unknown[] = [];
const note = (reason: unknown): void => {
  unhandled.push(reason);
};
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

/** The real clock, with a count of its timers that are neither fired nor cancelled. */
function countingClock(): { clock: Clock; open(): number } {
  const real = createRealClock();
  let open = 0;
  const after: Clock['after'] = (ms, fire) => {
    open += 1;
    let isOpen = true;
    const close = (): void => {
      if (isOpen) open -= 1;
      isOpen = false;
    };
    const cancel = real.after(ms, () => {
      close();
      fire();
    });
    return () => {
      close();
      cancel();
    };
  };
  return { clock: { ...real, after }, open: () => open };
}

const settleAll = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const HANGS: Work = () => new Promise(() => {});
const MISBEHAVING: [string, Work, string][] = [
  [
    'throws at once',
    () => {
      throw new Error('boom');
    },
    'crash',
  ],
  ['rejects', async () => Promise.reject(new Error('boom')), 'crash'],
  ['rejects with nothing', async () => Promise.reject(undefined), 'crash'],
  ['hangs', HANGS, 'timeout-attempt'],
  [
    'answers late',
    async ({ clock }) => {
      await new Promise<void>((done) => clock.after(10_000, done));
      return 'late';
    },
    'timeout-attempt',
  ],
  [
    'rejects as soon as it is stopped',
    ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stop')))),
    'timeout-attempt',
  ],
  [
    'sleeps on without listening',
    async ({ clock }) => {
      void clock.sleep(10_000).then(() => Promise.reject(new Error('nobody listens')));
      return new Promise(() => {});
    },
    'timeout-attempt',
  ],
];

describe.each(MISBEHAVING)('a delegate that %s', (_name, work, cause) => {
  test('becomes one failure within the limit, and leaves neither timer nor listener', async () => {
    const controller = new AbortController();
    const { clock, open } = countingClock();
    const startMs = clock.now();
    const outcome = await runDelegate({
      clock,
      signal: controller.signal,
      limitMs: 25,
      limitCause: 'timeout-attempt',
      work,
    });
    const tookMs = clock.now() - startMs;
    expect(outcome).toMatchObject({ status: 'failed', cause });
    expect(tookMs).toBeLessThan(2000);
    expect(open()).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    await settleAll(5);
    expect(unhandled).toEqual([]);
  });

  test('takes exactly the limit, or no time, on a virtual clock', async () => {
    const clock = createVirtualClock();
    const outcome = await runDelegate({
      clock,
      signal: new AbortController().signal,
      limitMs: 3000,
      limitCause: 'timeout-attempt',
      work,
    });
    expect(outcome.durationMs).toBe(cause === 'crash' ? 0 : 3000);
    expect(clock.now()).toBe(outcome.durationMs);
    expect(clock.pendingTimers).toBe(0);
  });
});

test('a second answer is dropped', async () => {
  const outcome = await runDelegate({
    clock: createVirtualClock(),
    signal: new AbortController().signal,
    limitMs: 100,
    limitCause: 'timeout-attempt',
    work: () =>
      new Promise<string>((resolve, reject) => {
        resolve('first');
        resolve('second');
        reject(new Error('third'));
      }),
  });
  expect(outcome).toEqual({ status: 'answered', value: 'first', durationMs: 0 });
});

test('a timer that is left behind after an answer never fires', async () => {
  const clock = createVirtualClock();
  let fired = false;
  const outcome = await runDelegate({
    clock,
    signal: new AbortController().signal,
    limitMs: 100,
    limitCause: 'timeout-attempt',
    work: async (context) => {
      context.clock.after(50, () => {
        fired = true;
      });
      return 'done';
    },
  });
  expect(outcome.status).toBe('answered');
  expect(clock.pendingTimers).toBe(0);
  await clock.sleep(200);
  expect(fired).toBe(false);
});

test('the delegate is stopped after an answer too', async () => {
  let seen: AbortSignal | undefined;
  await runDelegate({
    clock: createVirtualClock(),
    signal: new AbortController().signal,
    limitMs: 100,
    limitCause: 'timeout-attempt',
    work: async ({ signal }) => {
      seen = signal;
      expect(signal.aborted).toBe(false);
      return 'done';
    },
  });
  expect(seen?.aborted).toBe(true);
});

test('an abort ends it at once, and an aborted signal never starts it', async () => {
  const clock = createVirtualClock();
  const controller = new AbortController();
  clock.after(40, () => controller.abort());
  const options = { clock, signal: controller.signal, limitMs: 1000 } as const;
  const limitCause = 'timeout-attempt';
  const outcome = await runDelegate({ ...options, limitCause, work: HANGS });
  expect(outcome).toEqual({ status: 'cancelled', durationMs: 40 });
  let started = false;
  const again = await runDelegate({
    ...options,
    limitCause,
    work: async () => {
      started = true;
    },
  });
  expect(again).toEqual({ status: 'cancelled', durationMs: 0 });
  expect(started).toBe(false);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
});
