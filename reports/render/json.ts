import type { Column, ColumnValue } from '../columns/column.ts';
import { SUMMARY_COLUMNS } from '../columns/summary.ts';
import type { RunSummary } from '../summarize/report-types.ts';
import type { SummaryGroup } from '../summarize/types.ts';

/** Version of summary.json. */
export const SUMMARY_JSON_VERSION = 1;

/** One object a row, keyed by column name; missing and not finite are null. */
export function rowsToObjects<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): { [name: string]: ColumnValue }[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.name, finite(column.value(row))])),
  );
}

function finite(value: ColumnValue): ColumnValue {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}

function flatten<Row extends { group: SummaryGroup }>(row: Row): object {
  const { group, ...rest } = row;
  return snakeKeys({ ...group, ...rest });
}

/** `budgetRatio` as `budget_ratio`, as the columns are named. */
function snakeKeys(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

/** summary.json: the rows of summary.csv with the header, warnings and lists of the report. Missing is null. */
export function renderSummaryJson(summary: RunSummary): string {
  const { header, warnings, causes, guessable, unanswerable, random, noiseFloor } = summary;
  const document = {
    version: SUMMARY_JSON_VERSION,
    header: snakeKeys(header),
    warnings,
    rows: rowsToObjects(SUMMARY_COLUMNS, summary.summary),
    by_kind: summary.byKind.map(flatten),
    by_carrier: summary.byCarrier.map(flatten),
    by_position: summary.byPosition.map(flatten),
    causes,
    guessable: guessable.map(snakeKeys),
    unanswerable: unanswerable.map(snakeKeys),
    random: random.map(flatten),
    noise_floor: noiseFloor,
    at_equal_tokens: summary.budgetCurve.map(flatten),
    pareto: summary.pareto.map(flatten),
    replay_rounds: summary.decay.map(flatten),
    replay_sessions: summary.sessions.map(flatten),
    next_steps: summary.nextSteps.map(flatten),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
