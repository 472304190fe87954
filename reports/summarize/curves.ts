import { mean } from 'simple-statistics';
import { clusterEstimate } from '../statistics/estimate.ts';
import { interpolate, type Point } from '../statistics/interpolate.ts';
import type { Figure } from './averages.ts';
import { keptShare } from './random.ts';
import type { CurveRow } from './report-types.ts';
import { plainCells } from './summary-rows.ts';
import type { CellRow, SummaryGroup, SummaryRow } from './types.ts';

/**
 * Strategies at equal tokens kept: each one's curve over its budgets, transcript by transcript, read at the shares that the
 * budgets name. Needs two budgets; a transcript counts where its curve reaches the share, and a curve is never extended.
 */
export function summarizeCurves(summary: readonly SummaryRow[]): CurveRow[] {
  const groups = new Map<string, { group: SummaryGroup; cells: CellRow[]; budgets: Set<number> }>();
  for (const row of summary) {
    const { budgetRatio, mode, fault } = row.group;
    if (budgetRatio === null || mode !== 'one-shot' || fault !== 'none') continue;
    const key = JSON.stringify({ ...row.group, budgetRatio: null });
    const entry = groups.get(key) ?? { group: row.group, cells: [], budgets: new Set<number>() };
    entry.cells.push(...plainCells(row.cells));
    entry.budgets.add(budgetRatio);
    groups.set(key, entry);
  }
  const swept = [...groups.values()].filter((entry) => entry.budgets.size > 1);
  const shares = [...new Set(swept.flatMap((entry) => [...entry.budgets]))].sort((a, b) => a - b);
  return swept.flatMap(({ group, cells }) => shares.map((kept) => readCurve(group, cells, kept)));
}

function readCurve(group: SummaryGroup, cells: readonly CellRow[], kept: number): CurveRow {
  const survival = readAt(cells, (cell) => cell.compaction.survival, kept);
  const recall = readAt(cells, (cell) => cell.probes.recall, kept);
  return {
    group,
    kept,
    survival: clusterEstimate(survival.map((value) => value.y)),
    recall: clusterEstimate(recall.map((value) => value.y)),
    interpolated: survival.filter((value) => value.gap > 0).length,
  };
}

function readAt(cells: readonly CellRow[], figure: Figure, kept: number) {
  const curves = new Map<string, Map<number, Point[]>>();
  for (const cell of cells) {
    const x = keptShare(cell);
    const y = figure(cell);
    if (x === null || y === null) continue;
    const { transcript, targetTokens } = cell.record;
    const curve = curves.get(transcript) ?? new Map<number, Point[]>();
    curve.set(targetTokens, [...(curve.get(targetTokens) ?? []), { x, y }]);
    curves.set(transcript, curve);
  }
  return [...curves.values()].flatMap((curve) => {
    // Trials of one budget are one point.
    const points = [...curve.values()].map((list) => ({
      x: mean(list.map((point) => point.x)),
      y: mean(list.map((point) => point.y)),
    }));
    const value = interpolate(points, kept);
    return value === null ? [] : [value];
  });
}
