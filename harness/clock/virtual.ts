import type { Clock } from '../types/clock.ts';
import { sleepOn } from './sleep.ts';
import { createTimerQueue } from './timer-queue.ts';

/** Turns of the event loop without a new timer or hold before time jumps: one for the promises, one for immediates. */
const IDLE_TURNS = 2;

/** A virtual clock, with what a test needs to prove that nothing was left behind. */
export interface VirtualClock extends Clock {
  readonly kind: 'virtual';
  /** Timers that have not fired and were not cancelled. */
  readonly pendingTimers: number;
  /** Pieces of invisible work that are still pending. */
  readonly held: number;
}

/**
 * A clock that starts at 0 and jumps to its earliest timer as soon as the program has nothing else to do: no promise to
 * settle, no immediate to run, nothing held. Fifteen minutes of waiting take milliseconds, and one sequence of waits
 * gives one sequence of times on any machine. Timers of one instant fire in the order in which they were set, each after
 * the work of the one before has come to rest. Work that the event loop does not show (a request, a file, a child
 * process) must go through `hold`, else its waiters time out at once.
 */
export function createVirtualClock(): VirtualClock {
  const timers = createTimerQueue();
  let nowMs = 0;
  let held = 0;
  let pumping = false;
  let idleTurns = 0;

  const wake = (): void => {
    idleTurns = 0;
    if (pumping || held > 0 || timers.size === 0) return;
    pumping = true;
    setImmediate(pump);
  };

  const pump = (): void => {
    pumping = false;
    if (held > 0 || timers.size === 0) return;
    idleTurns += 1;
    if (idleTurns <= IDLE_TURNS) {
      pumping = true;
      setImmediate(pump);
      return;
    }
    const timer = timers.takeEarliest();
    try {
      if (timer) {
        nowMs = Math.max(nowMs, timer.dueMs);
        timer.fire();
      }
    } finally {
      wake();
    }
  };

  const clock: VirtualClock = {
    kind: 'virtual',
    now: () => nowMs,
    after(ms, fire) {
      if (ms === Number.POSITIVE_INFINITY) return () => {};
      const cancel = timers.add(nowMs + (Number.isNaN(ms) ? 0 : Math.max(0, ms)), fire);
      wake();
      return cancel;
    },
    sleep: (ms, signal) => sleepOn(clock, ms, signal),
    async hold(work) {
      held += 1;
      try {
        return await work;
      } finally {
        held -= 1;
        wake();
      }
    },
    get pendingTimers() {
      return timers.size;
    },
    get held() {
      return held;
    },
  };
  return clock;
}
