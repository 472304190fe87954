import { escapeMarkdown } from './escape.ts';

/** A Markdown table; every cell is escaped. Columns named in `right` are aligned right. */
export function markdownTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  options: { right?: ReadonlySet<number> } = {},
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const divider = headers.map((_, index) => (options.right?.has(index) ? '---:' : '---'));
  return [
    line(headers.map(escapeMarkdown)),
    line(divider),
    ...rows.map((row) => line(row.map(escapeMarkdown))),
  ].join('\n');
}

/** All column numbers from `first` to `last`. */
export function columnsFrom(first: number, last: number): Set<number> {
  return new Set(Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
