import { stringify } from 'csv-stringify/sync';
import { CELL_COLUMNS } from '../columns/cells.ts';
import type { Column, ColumnValue } from '../columns/column.ts';
import { FACT_COLUMNS } from '../columns/facts.ts';
import { SUMMARY_COLUMNS } from '../columns/summary.ts';
import type { RunSummary } from '../summarize/report-types.ts';
import { escapeControls } from './escape.ts';

/**
 * CSV by RFC 4180 with a header. Missing is an empty field, booleans are `true` and `false`, numbers keep their full
 * precision; texts that a spreadsheet would run as a formula are prefixed with an apostrophe (numbers are not texts).
 */
export function renderCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return stringify(
    rows.map((row) => columns.map((column) => safe(column.value(row)))),
    {
      columns: columns.map((column) => column.name),
      header: true,
      escape_formulas: true,
      cast: {
        boolean: (value) => String(value),
        number: (value) => (Number.isFinite(value) ? String(value) : ''),
      },
    },
  );
}

/** Answers are untrusted: whoever prints the file must not run their escape sequences. Line breaks and tabs stay. */
function safe(value: ColumnValue): ColumnValue {
  return typeof value === 'string' ? escapeControls(value, { keep: '\n\t' }) : value;
}

/** cells.csv. */
export function renderCellsCsv(summary: RunSummary): string {
  return renderCsv(CELL_COLUMNS, summary.cells);
}

/** facts.csv. */
export function renderFactsCsv(summary: RunSummary): string {
  return renderCsv(FACT_COLUMNS, summary.facts);
}

/** summary.csv. */
export function renderSummaryCsv(summary: RunSummary): string {
  return renderCsv(SUMMARY_COLUMNS, summary.summary);
}
