import Table from 'cli-table3';
import type { RunSummary } from '../summarize/report-types.ts';
import { clip, escapeControls } from './escape.ts';
import { firstLines } from './first-lines.ts';
import { byScope, formatScope } from './labels.ts';
import { SUMMARY_VIEW } from './summary-view.ts';

/** The colours that are used; `picocolors` fits, and so does any set of functions that return their text. */
export interface Colors {
  bold(text: string): string;
  dim(text: string): string;
  yellow(text: string): string;
  red(text: string): string;
  green(text: string): string;
}

/** Columns that fit a terminal. */
const TERMINAL_TITLES = [
  'compactor',
  'reduction',
  'survival',
  'recall',
  'n',
  'fallback',
  'failed',
  'missing',
  'p50',
  'p95',
];

/** First lines, a table a scope, and the warnings. Control characters of untrusted texts are shown as codes. Pure. */
export function renderTerminalTable(summary: RunSummary, colors: Colors): string {
  const view = SUMMARY_VIEW.filter((column) => TERMINAL_TITLES.includes(column.title));
  const tables = byScope(summary.summary).map((rows) => {
    const table = new Table({
      head: view.map((column) => colors.bold(column.title)),
      colAligns: view.map((column) => (column.right ? 'right' : 'left')),
      style: { head: [], border: [], compact: true },
    });
    for (const row of rows) {
      table.push(view.map((column) => escapeControls(clip(column.text(row), 60))));
    }
    const [first] = rows;
    const scope = first === undefined ? '' : escapeControls(formatScope(first.group));
    return `${colors.bold(scope)}\n${table.toString()}`;
  });
  const warnings = summary.warnings.map(
    ({ code, message, remedy }) => `${colors.yellow(code)}: ${message} ${remedy}`,
  );
  return [
    firstLines(summary)
      .map((line) => escapeControls(line))
      .join('\n'),
    ...tables,
    ...(warnings.length > 0 ? [warnings.join('\n')] : []),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}
