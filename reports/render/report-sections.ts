import type { BreakdownRow, ProbeNote, RunSummary } from '../summarize/report-types.ts';
import type { SummaryRow } from '../summarize/types.ts';
import { clip, escapeMarkdown } from './escape.ts';
import { formatEstimate, formatPoints, formatRate } from './format.ts';
import { byScope, formatBudget, formatCompactor, formatScope } from './labels.ts';
import { columnsFrom, markdownTable } from './markdown-table.ts';
import type { ViewColumn } from './summary-view.ts';

/** One table a scope (mode, budget, reader, split, fault) with the columns of a view. */
export function viewSection(rows: readonly SummaryRow[], view: readonly ViewColumn[]): string {
  const right = new Set(view.flatMap((column, index) => (column.right ? [index] : [])));
  return byScope(rows)
    .map((table) => {
      const [first] = table;
      const title =
        first === undefined ? '' : `**${escapeMarkdown(formatScope(first.group))}**\n\n`;
      const cells = table.map((row) => view.map((column) => column.text(row)));
      return (
        title +
        markdownTable(
          view.map((column) => column.title),
          cells,
          { right },
        )
      );
    })
    .join('\n\n');
}

/** Survival / recall side by side, a row a compactor and a column a kind, carrier or tenth. */
export function breakdownSection(rows: readonly BreakdownRow[]): string {
  return byScope(rows)
    .map((table) => {
      const values = [...new Set(table.map((row) => row.value))];
      const names = [...new Set(table.map((row) => formatCompactor(row.group)))];
      const cells = names.map((name) => [
        name,
        ...values.map((value) => {
          const row = table.find((r) => r.value === value && formatCompactor(r.group) === name);
          return row === undefined ? 'n/a' : sideBySide(row);
        }),
      ]);
      const [first] = table;
      const title =
        first === undefined ? '' : `**${escapeMarkdown(formatScope(first.group))}**\n\n`;
      const right = columnsFrom(1, values.length);
      return title + markdownTable(['compactor', ...values], cells, { right });
    })
    .join('\n\n');
}

function sideBySide(row: BreakdownRow): string {
  const short = (value: number | null) => (value === null ? 'n/a' : (value * 100).toFixed(0));
  return `${short(row.survival)} / ${short(row.recall)} (${row.facts})`;
}

/** Each strategy against random-keep at equal tokens. */
export function randomSection(summary: RunSummary): string {
  const words = {
    beats: 'beats random-keep',
    'not-shown': 'ahead, not shown to be more than chance',
    'does-not-beat': 'does NOT beat random-keep',
    'not-comparable': 'no random-keep at these tokens: run more budgets',
  };
  const rows = summary.random.map((row) => [
    formatCompactor(row.group),
    formatBudget(row.group),
    row.group.split,
    formatPoints(row.difference),
    String(row.difference.n),
    String(row.interpolated),
    words[row.finding],
  ]);
  return markdownTable(
    ['compactor', 'budget', 'split', 'survival above random-keep', 'n', 'interpolated', 'finding'],
    rows,
    { right: columnsFrom(3, 5) },
  );
}

/** Causes by compactor and model. */
export function causesSection(summary: RunSummary): string {
  const rows = summary.causes.map((row) => [
    row.compactor,
    row.model ?? '',
    row.fault,
    row.cause,
    String(row.failed),
    String(row.fallback),
    String(row.seen),
    String(row.cells),
  ]);
  return markdownTable(
    ['compactor', 'model', 'fault', 'cause', 'failed', 'fallback', 'seen', 'of compactions'],
    rows,
    { right: columnsFrom(4, 7) },
  );
}

/** Guessable or unanswerable probes. */
export function probeList(notes: readonly ProbeNote[]): string {
  const rows = notes.map((note) => [
    note.reader,
    note.transcript,
    note.factId,
    note.kind ?? 'n/a',
    clip(note.statement ?? 'n/a', 100),
  ]);
  return markdownTable(['reader', 'transcript', 'fact', 'kind', 'statement'], rows);
}

/** Difference of two trials of the same cells. */
export function noiseSection(summary: RunSummary): string {
  const rows = summary.noiseFloor.map((row) => [
    formatCompactor(row),
    row.reader ?? 'none',
    formatPoints(row.survival),
    formatPoints(row.recall),
    String(row.survival.n),
  ]);
  return markdownTable(['compactor', 'reader', 'survival', 'recall', 'n'], rows, {
    right: columnsFrom(2, 4),
  });
}

/** Recall by the two wordings, where a paraphrase was asked. */
export function paraphraseSection(rows: readonly SummaryRow[]): string {
  const cells = rows
    .filter((row) => row.recallParaphrase.value !== null)
    .map((row) => [
      formatCompactor(row.group),
      row.group.reader ?? 'none',
      formatBudget(row.group),
      formatEstimate(row.recall),
      formatEstimate(row.recallParaphrase),
      formatRate((row.recallParaphrase.value ?? 0) - (row.recall.value ?? 0)),
    ]);
  return markdownTable(
    ['compactor', 'reader', 'budget', 'recall, question', 'recall, paraphrase', 'difference'],
    cells,
    { right: columnsFrom(3, 5) },
  );
}
