/** A text as what it shares with the one before it (in UTF-16 units) and the rest. */
export type FrontCoded = [sharedUnits: number, rest: string];

/**
 * Front coding of sorted texts: prompts over one context share long beginnings, and each is kept once. May cut inside a
 * surrogate pair; {@link frontDecode} joins it again.
 */
export function frontCode(sortedTexts: readonly string[]): FrontCoded[] {
  let previous = '';
  return sortedTexts.map((text) => {
    const shared = sharedPrefix(previous, text);
    previous = text;
    return [shared, text.slice(shared)];
  });
}

/** The texts of {@link frontCode}. Throws a RangeError where a text claims more than the one before it holds. */
export function frontDecode(coded: readonly FrontCoded[]): string[] {
  let previous = '';
  return coded.map(([shared, rest]) => {
    if (shared < 0 || shared > previous.length) throw new RangeError('shared prefix out of range');
    previous = previous.slice(0, shared) + rest;
    return previous;
  });
}

function sharedPrefix(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let index = 0;
  while (index < end && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  return index;
}
