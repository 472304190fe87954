import type { Message } from '../types/index.ts';

/** `measure` with one call a message object: contexts share their message objects, and none of them ever changes. */
export function memoizeByMessage(
  measure: (message: Message) => number,
): (message: Message) => number {
  const known = new WeakMap<Message, number>();
  return (message) => {
    const before = known.get(message);
    if (before !== undefined) return before;
    const value = measure(message);
    known.set(message, value);
    return value;
  };
}
