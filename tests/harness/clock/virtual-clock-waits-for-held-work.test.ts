import { expect, test } from 'vitest';
import { createVirtualClock } from '../../../harness/clock/virtual.ts';

const realWait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('time stands still while held work is pending, then goes on', async () => {
  const clock = createVirtualClock();
  let timedOut = false;
  const cancel = clock.after(5, () => {
    timedOut = true;
  });
  const answer = await clock.hold(realWait(30).then(() => 'answer'));
  expect([answer, timedOut, clock.now(), clock.held]).toEqual(['answer', false, 0, 0]);
  cancel();
  await clock.sleep(10);
  expect(clock.now()).toBe(10);
});

test('held work that fails passes its error on and releases the clock', async () => {
  const clock = createVirtualClock();
  await expect(
    clock.hold(
      realWait(5).then(() => {
        throw new Error('broken');
      }),
    ),
  ).rejects.toThrow('broken');
  expect(clock.held).toBe(0);
  await clock.sleep(3);
  expect(clock.now()).toBe(3);
});

test('a timer that throws does not stop the clock', async () => {
  const clock = createVirtualClock();
  const uncaught = new Promise<unknown>((resolve) => {
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.once('uncaughtException', (error) => {
      for (const listener of listeners) process.on('uncaughtException', listener);
      resolve(error);
    });
  });
  clock.after(1, () => {
    throw new Error('thrown by a timer');
  });
  const slept = clock.sleep(2);
  expect(await uncaught).toHaveProperty('message', 'thrown by a timer');
  await slept;
  expect(clock.now()).toBe(2);
});
