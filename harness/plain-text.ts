/**
 * What a terminal or an editor may act on instead of showing it: controls, and marks that reorder, hide or break text. Line
 * breaks, tabs and the joiner of emoji sequences are left alone.
 */
const UNSAFE = /(?![\n\t\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Untrusted text as it may be printed: what a terminal may act on becomes `\u....`. */
export function plainText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(UNSAFE, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
