/** One member of a JSON object: `value` null where it is not a string. */
export interface FlatPair {
  key: string;
  value: string | null;
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const LITERAL = /[-+.\w]+/y;
const SPACE = /\s*/y;

/**
 * All members of a flat JSON object in the order of the text, repeated keys included (JSON.parse keeps the last only).
 * `source` must be valid JSON; null where it is no object, or holds objects or lists.
 */
export function flatPairs(source: string): FlatPair[] | null {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match === null) return null;
    at = pattern.lastIndex;
    return match[0];
  };
  const takeChar = (char: string): boolean => {
    take(SPACE);
    if (source[at] !== char) return false;
    at += 1;
    take(SPACE);
    return true;
  };
  if (!takeChar('{')) return null;
  const pairs: FlatPair[] = [];
  if (takeChar('}')) return pairs;
  do {
    const key = take(STRING);
    if (key === null || !takeChar(':')) return null;
    const value = take(STRING);
    if (value === null && take(LITERAL) === null) return null;
    pairs.push({
      key: JSON.parse(key) as string,
      value: value === null ? null : (JSON.parse(value) as string),
    });
  } while (takeChar(','));
  return takeChar('}') ? pairs : null;
}
