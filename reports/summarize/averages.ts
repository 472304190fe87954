import { mean } from 'simple-statistics';
import { compareText } from './collect.ts';
import type { CellRow } from './types.ts';

/** A figure of a row; null = missing, left out of the mean. */
export type Figure = (row: CellRow) => number | null;

/** One mean a transcript over its cells that have the figure, in the order of transcript ids. */
export function byTranscript(rows: readonly CellRow[], figure: Figure): Map<string, number> {
  const values = new Map<string, number[]>();
  for (const row of rows) {
    const value = figure(row);
    if (value === null) continue;
    const id = row.record.transcript;
    values.set(id, [...(values.get(id) ?? []), value]);
  }
  return new Map(
    [...values.entries()]
      .sort(([a], [b]) => compareText(a, b))
      .map(([id, list]) => [id, mean(list)]),
  );
}

/** One mean a transcript, as a list. */
export function transcriptMeans(rows: readonly CellRow[], figure: Figure): number[] {
  return [...byTranscript(rows, figure).values()];
}

/** Mean over transcripts of the means over their cells; null where there is none. */
export function meanOverTranscripts(rows: readonly CellRow[], figure: Figure): number | null {
  const values = transcriptMeans(rows, figure);
  return values.length === 0 ? null : mean(values);
}
