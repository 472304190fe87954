/** Longest run of one character class that goes to a tokenizer in one piece, in code points. */
export const MAX_RUN = 2000;

const LONG_RUN = new RegExp(
  [
    `[\\p{L}\\p{M}]{${MAX_RUN + 1},}`,
    `\\s{${MAX_RUN + 1},}`,
    `[^\\s\\p{L}\\p{M}\\p{N}]{${MAX_RUN + 1},}`,
  ].join('|'),
  'gu',
);

/**
 * Cuts a text inside runs of letters, of white space or of punctuation that are longer than {@link MAX_RUN}, never inside a surrogate pair.
 * The pieces join to the text. Texts without such a run come back whole, as one piece.
 */
export function splitLongRuns(text: string): string[] {
  if (text.length <= MAX_RUN) return [text];
  const cuts: number[] = [];
  for (const match of text.matchAll(LONG_RUN)) {
    let inRun = 0;
    let offset = match.index;
    for (const character of match[0]) {
      if (inRun === MAX_RUN) {
        cuts.push(offset);
        inRun = 0;
      }
      inRun++;
      offset += character.length;
    }
  }
  const pieces: string[] = [];
  let start = 0;
  for (const cut of cuts) {
    pieces.push(text.slice(start, cut));
    start = cut;
  }
  pieces.push(text.slice(start));
  return pieces;
}
