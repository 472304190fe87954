/** The words of a text in lower case: runs of letters and digits. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Shared words over all words of two texts (Jaccard), in [0, 1]; 1 where both have none. */
export function wordOverlap(left: string, right: string): number {
  const a = new Set(wordsOf(left));
  const b = new Set(wordsOf(right));
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}

/** Tokens that look like a value: between quotes or backticks, or with a digit, a slash, an underscore, or a dot or capital inside. */
const VALUE =
  /`[^`]+`|"[^"]+"|'[^'\s][^']*'|[^\s`"'(),;]*(?:[0-9_/\\]|[a-z][A-Z]|\w\.\w)[^\s`"'(),;]*/g;

/** The values that a sentence claims, without their quotes and the punctuation at their end. */
export function valuesIn(text: string): string[] {
  return (text.match(VALUE) ?? [])
    .map((value) => value.replace(/^[`"']+|[`"']+$/g, '').replace(/[.:!?]+$/, ''))
    .filter((value) => value !== '');
}

/** A question with its values masked: facts made from one template have one. */
export function templateOf(question: string): string {
  return question
    .replace(VALUE, ' # ')
    .replace(/(?<=\S\s)\p{Lu}[\p{L}-]*/gu, '#')
    .toLowerCase()
    .replace(/[^\p{L}#]+/gu, ' ')
    .replace(/#(?: #)+/g, '#')
    .trim();
}
