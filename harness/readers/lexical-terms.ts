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
 * character on its own. Stop words are left out, and endings are cut. Deterministic on every machine.
 */
export function lexicalTerms(text: string): string[] {
  return [...text.normalize('NFC').matchAll(TOKEN)].flatMap(([token]) => {
    if (CJK.test(token)) return [token];
    const parts = token.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+|\p{Lo}+/gu) ?? [];
    const words = parts.length > 1 ? [token, ...parts] : [token];
    return words
      .map((word) => word.toLowerCase())
      .filter((word) => !STOP_WORDS.has(word))
      .map(stem);
  });
}

/** A word without its commonest English ending, so that `charged`, `charges` and `charge` meet. Short words stay whole. */
function stem(word: string): string {
  if (word.length > 5) return word.replace(/(?:ingly|edly|ing|ed|ly|es|e|ions|ion|s)$/, '');
  if (word.length > 4) return word.replace(/(?:ed|es|e|s)$/, '');
  return word.length > 3 ? word.replace(/(?<![su])s$/, '') : word;
}
