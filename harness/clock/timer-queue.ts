/** A timer that waits: when it is due, and what it calls. */
interface Timer {
  readonly dueMs: number;
  readonly order: number;
  readonly fire: () => void;
}

/** Timers by due time, then by the order in which they were set. */
export interface TimerQueue {
  readonly size: number;
  /** Adds a timer; the returned function takes it out again, and does nothing once it was taken. */
  add(dueMs: number, fire: () => void): () => void;
  /** Takes out the timer that is due first; undefined where none waits. */
  takeEarliest(): { dueMs: number; fire: () => void } | undefined;
}

/** An empty queue. A scan finds the earliest timer: one compaction has a handful at a time. */
export function createTimerQueue(): TimerQueue {
  const timers = new Set<Timer>();
  let added = 0;
  return {
    get size() {
      return timers.size;
    },
    add(dueMs, fire) {
      const timer: Timer = { dueMs, order: added, fire };
      added += 1;
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    takeEarliest() {
      let earliest: Timer | undefined;
      for (const timer of timers) if (!earliest || isBefore(timer, earliest)) earliest = timer;
      if (earliest) timers.delete(earliest);
      return earliest;
    },
  };
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);
}
