/** Words that say what is asked and nothing about where it stands. */
const STOP_WORDS = new Set(
  `a about after again all also am an and any are as ask asked asks at be been before being but by can could did do does done for from
  get give given got had has have he her his how i if in into is it its itself just me my not now of on only or our out over s said
  say says she should so some still t tell than that the their them then there these they this those to under up use used uses using
  user was we were what when where which while who whom whose why will with would you your name named value exact exactly`.split(
    /\s+/,
  ),
);

const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]|[\p{L}\p{N}]+/gu;

/**
 * Search terms of a text, lower case: runs of letters and digits, each part of a camel-case name and the name itself, and each CJK
 * character on its own. Stop words are left out, and a plural is its singular. Deterministic on every machine.
 */
export function lexicalTerms(text: string): string[] {
  return [...text.normalize('NFC').matchAll(TOKEN)].flatMap(([token]) => {
    if (CJK.test(token)) return [token];
    const parts = token.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+|\p{Lo}+/gu) ?? [];
    const words = parts.length > 1 ? [token, ...parts] : [token];
    return words
      .map((word) => singular(word.toLowerCase()))
      .filter((word) => !STOP_WORDS.has(word));
  });
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
