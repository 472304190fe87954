/** Control characters (C0, DEL, C1), line separators, and marks that reverse or hide text. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Replaces every character that could move a cursor, run a terminal command or reorder text by its code, such as `\u001b`. */
export function escapeControls(text: string, options: { keep?: string } = {}): string {
  const keep = options.keep ?? '';
  return text.replace(UNSAFE, (character) => {
    if (keep.includes(character)) return character;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** One line of at most `limit` characters for tables; cut texts end in `…`. Never cuts a surrogate pair. */
export function clip(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Text for a Markdown table cell or list: one line, and nothing in it acts as Markdown or HTML. */
export function escapeMarkdown(text: string): string {
  return escapeControls(text.replace(/\s+/g, ' ').trim())
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_{}[\]|#~!]/g, (character) => `\\${character}`);
}
