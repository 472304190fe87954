const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** A text made comparable: NFC, each run of white space one space, commas between two digits dropped. Case is kept. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/(?<=[0-9]),(?=[0-9])/g, '');
}

/**
 * True where a normalized text holds a normalized value at a boundary. A boundary fails only between two letters or digits
 * (`8080` is not in `18080`, `foo` is in `foo_bar`); next to a CJK character it never fails. A value that is empty or blank is in no text.
 */
export function containsNormalized(text: string, value: string): boolean {
  return findNormalized(text, value) !== -1;
}

/** Position (UTF-16) of the first match by {@link containsNormalized}'s rule from `from` on, or -1. */
export function findNormalized(text: string, value: string, from = 0): number {
  if (value.trim() === '') return -1;
  const first = firstCharacter(value);
  const last = lastCharacter(value);
  for (let at = text.indexOf(value, from); at !== -1; at = text.indexOf(value, at + 1)) {
    const before = lastCharacter(text.slice(Math.max(0, at - 2), at));
    const end = at + value.length;
    const after = firstCharacter(text.slice(end, end + 2));
    if (!joined(before, first) && !joined(last, after)) return at;
  }
  return -1;
}

/** True where the raw text holds the raw value by the rule of survival. */
export function containsValue(text: string, value: string): boolean {
  return containsNormalized(normalizeText(text), normalizeText(value));
}

function joined(left: string, right: string): boolean {
  return isWordCharacter(left) && isWordCharacter(right);
}

function isWordCharacter(character: string): boolean {
  return LETTER_OR_DIGIT.test(character) && !CJK.test(character);
}

function firstCharacter(text: string): string {
  const point = text.codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point);
}

function lastCharacter(text: string): string {
  return [...text.slice(-2)].at(-1) ?? '';
}
