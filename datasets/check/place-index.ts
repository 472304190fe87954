import { findNormalized, type Message, messageTexts, normalizeText } from '../../harness/index.ts';

/** Stands between two texts: no letter, digit or white space, so that no value reaches from one into the next. */
const BETWEEN = '\u0000';

/** The ids of the messages in which a value stands by the rule of survival, in order. */
export type PlaceIndex = (value: string) => readonly string[];

/** Finds values in a transcript: its texts are made comparable once, however many values are looked for. */
export function createPlaceIndex(messages: readonly Message[]): PlaceIndex {
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const message of messages) {
    const part = `${messageTexts(message).map(normalizeText).join(BETWEEN)}${BETWEEN}`;
    starts.push(length);
    parts.push(part);
    length += part.length;
  }
  const whole = parts.join('');
  const known = new Map<string, readonly string[]>();
  return (value) => {
    const cached = known.get(value);
    if (cached !== undefined) return cached;
    const normalized = normalizeText(value);
    const ids: string[] = [];
    let index = 0;
    for (let at = findNormalized(whole, normalized); at !== -1; ) {
      while ((starts[index + 1] ?? Infinity) <= at) index++;
      ids.push(messages[index]?.id ?? '');
      // One place a message is enough: on with the next message.
      at = findNormalized(whole, normalized, starts[index + 1] ?? whole.length);
    }
    known.set(value, ids);
    return ids;
  };
}
