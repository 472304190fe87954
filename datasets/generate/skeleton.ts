import type { Random } from './random.ts';

/** A message to be written: what it is, and the calls that it makes or answers. */
export interface Slot {
  index: number;
  type: 'system' | 'user' | 'assistant' | 'call' | 'result';
  callIds: string[];
  /** Sentences that state facts; `deep` ones stand far inside a long result. */
  plants: { text: string; deep: boolean }[];
  /** Every strategy keeps this message: nothing may be planted in it. */
  kept: boolean;
}

/** Messages at the end that every strategy keeps: the newest user message, a call and its result. */
const KEPT_END = 3;

/** The course of a session of exactly `count` messages: requests of a user, each with a few steps of calls and results (some in parallel) and a closing remark. */
export function planSkeleton(count: number, random: Random): Slot[] {
  const slots: Slot[] = [];
  let calls = 0;
  const add = (type: Slot['type'], callIds: string[] = []): void => {
    slots.push({ index: slots.length, type, callIds, plants: [], kept: false });
  };
  const step = (width: number): void => {
    const ids = Array.from({ length: width }, () => `c${++calls}`);
    add('call', ids);
    for (const id of ids) add('result', [id]);
  };
  const room = (): number => count - KEPT_END - slots.length;

  add('system');
  while (room() > 0) {
    add('user');
    const steps = random.int(1, 4);
    for (let done = 0; done < steps; done++) {
      const width = random.int(1, 5) === 1 ? 2 : 1;
      // The closing remark needs its place, too.
      if (room() > width + 1) step(width);
    }
    if (room() > 0) add('assistant');
  }
  add('user');
  step(1);
  for (const slot of [slots[0], ...slots.slice(-KEPT_END)]) if (slot) slot.kept = true;
  return slots;
}
