import { mean } from 'simple-statistics';
import { compareText } from './collect.ts';
import { groupKey } from './groups.ts';
import { isCorrect } from './probe-figures.ts';
import type { BreakdownRow } from './report-types.ts';
import { plainCells } from './summary-rows.ts';
import type { FactRow, SummaryRow } from './types.ts';

/**
 * Survival and recall by kind, carrier or tenth of the transcript, over the cells that the row's plain figures are over.
 * Each value is averaged per transcript, then over transcripts. Paraphrases and facts without the property are left out.
 */
export function summarizeBreakdown(options: {
  summary: readonly SummaryRow[];
  facts: readonly FactRow[];
  property: (row: FactRow) => string | null;
  order: readonly string[];
}): BreakdownRow[] {
  const { summary, facts, property, order } = options;
  const byCell = new Map<object, FactRow[]>();
  for (const fact of facts) {
    byCell.set(fact.cell, [...(byCell.get(fact.cell) ?? []), fact]);
  }
  const seen = new Set<string>();
  return summary.flatMap(({ group, cells }) => {
    if (seen.has(groupKey(group))) return [];
    seen.add(groupKey(group));
    const own = plainCells(cells)
      .flatMap((cell) => byCell.get(cell) ?? [])
      .filter((fact) => fact.probe?.questionForm !== 'paraphrase');
    const values = new Map<string, FactRow[]>();
    for (const fact of own) {
      const value = property(fact);
      if (value !== null) values.set(value, [...(values.get(value) ?? []), fact]);
    }
    return [...values.entries()]
      .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b) || compareText(a, b))
      .map(([value, rows]) => ({
        group,
        value,
        facts: new Set(rows.map((row) => row.factId)).size,
        survival: averaged(rows, (row) => asNumber(row.survived)),
        recall: averaged(rows, (row) =>
          row.probe === null ? null : asNumber(isCorrect(row.probe)),
        ),
        scored: rows.filter((row) => row.probe?.grade.status === 'scored').length,
      }));
  });
}

function asNumber(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}

function averaged(rows: readonly FactRow[], figure: (row: FactRow) => number | null) {
  const values = new Map<string, number[]>();
  for (const row of rows) {
    const value = figure(row);
    const id = row.cell.record.transcript;
    if (value !== null) values.set(id, [...(values.get(id) ?? []), value]);
  }
  const means = [...values.entries()].sort(([a], [b]) => compareText(a, b)).map(([, v]) => mean(v));
  return means.length === 0 ? null : mean(means);
}
