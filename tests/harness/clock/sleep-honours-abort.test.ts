import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createRealClock } from '../../../harness/clock/real.ts';
import { createVirtualClock } from '../../../harness/clock/virtual.ts';

for (const createClock of [createRealClock, createVirtualClock]) {
  describe(createClock.name, () => {
    test('rejects with the reason of the signal, at the time of the abort', async () => {
      const clock = createClock();
      const controller = new AbortController();
      const started = clock.now();
      clock.after(20, () => controller.abort(new Error('enough')));
      await expect(clock.sleep(60_000, controller.signal)).rejects.toThrow('enough');
      expect(clock.now() - started).toBeLessThan(5_000);
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    });

    test('an aborted signal rejects at once', async () => {
      const clock = createClock();
      const started = clock.now();
      await expect(clock.sleep(60_000, AbortSignal.abort('gone'))).rejects.toBe('gone');
      expect(clock.now() - started).toBeLessThan(5_000);
    });

    test('leaves no listener behind once it has slept', async () => {
      const clock = createClock();
      const controller = new AbortController();
      await clock.sleep(2, controller.signal);
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    });

    test('is monotonic', async () => {
      const clock = createClock();
      const before = clock.now();
      await clock.sleep(5);
      expect(clock.now()).toBeGreaterThanOrEqual(before + 4);
    });
  });
}

test('the real clock does not fire a wait beyond the longest Node timer at once', async () => {
  const clock = createRealClock();
  let fired = false;
  const cancel = clock.after(2 ** 31 + 5, () => {
    fired = true;
  });
  await clock.sleep(20);
  cancel();
  expect(fired).toBe(false);
});
