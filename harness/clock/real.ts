import { performance } from 'node:perf_hooks';
import type { Clock } from '../types/clock.ts';
import { sleepOn } from './sleep.ts';

/** Longest delay that a Node timer takes; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The clock of live models: monotonic milliseconds of this process, never set back by the system's time. */
export function createRealClock(): Clock {
  const clock: Clock = {
    kind: 'real',
    now: () => performance.now(),
    after: (ms, fire) => startTimer(Math.max(0, ms), fire),
    sleep: (ms, signal) => sleepOn(clock, ms, signal),
    hold: (work) => work,
  };
  return clock;
}

function startTimer(ms: number, fire: () => void): () => void {
  if (ms === Number.POSITIVE_INFINITY) return () => {};
  let timer: NodeJS.Timeout;
  const wait = (left: number): void => {
    timer =
      left > LONGEST_TIMER_MS
        ? setTimeout(() => wait(left - LONGEST_TIMER_MS), LONGEST_TIMER_MS)
        : setTimeout(fire, left);
  };
  wait(Number.isNaN(ms) ? 0 : ms);
  return () => clearTimeout(timer);
}
