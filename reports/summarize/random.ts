import { mean } from 'simple-statistics';
import { clusterEstimate, type Estimate } from '../statistics/estimate.ts';
import { interpolate, type Point } from '../statistics/interpolate.ts';
import { isControl } from './controls.ts';
import type { RandomRow } from './report-types.ts';
import { plainCells, withContext } from './summary-rows.ts';
import type { CellRow, SummaryRow } from './types.ts';

/** Widest gap between measured points that is not worth a word. */
const NARROW_GAP = 0.02;

/**
 * Each strategy against random-keep at equal tokens kept, transcript by transcript, by survival: the curve of random-keep goes
 * through its budgets (mean over its seeds) and ends at the ceiling, since random-keep of everything is everything.
 */
export function compareWithRandom(summary: readonly SummaryRow[]): RandomRow[] {
  const seen = new Set<string>();
  return summary
    .filter(({ group }) => !isControl(group) && group.fault === 'none' && group.mode === 'one-shot')
    .filter(({ group }) => {
      const key = JSON.stringify({ ...group, reader: null });
      return seen.has(key) ? false : seen.add(key) !== undefined;
    })
    .map((row) => compareRow(row, summary));
}

function compareRow(row: SummaryRow, summary: readonly SummaryRow[]): RandomRow {
  const curves = curvesOf(
    summary.filter(
      ({ group }) =>
        group.mode === 'one-shot' &&
        group.fault === 'none' &&
        group.split === row.group.split &&
        group.synthetic === row.group.synthetic,
    ),
  );
  const differences = new Map<string, number[]>();
  const interpolated = new Set<string>();
  for (const cell of plainCells(row.cells)) {
    const kept = keptShare(cell);
    const { survival } = cell.compaction;
    if (kept === null || survival === null) continue;
    const { transcript } = cell.record;
    const random = interpolate(curves.get(transcript) ?? [], kept);
    if (random === null) continue;
    if (random.gap > NARROW_GAP) interpolated.add(transcript);
    differences.set(transcript, [...(differences.get(transcript) ?? []), survival - random.y]);
  }
  const difference = clusterEstimate([...differences.values()].map((values) => mean(values)));
  return {
    group: row.group,
    difference,
    interpolated: interpolated.size,
    finding: find(difference),
  };
}

function find({ value, low }: Estimate): RandomRow['finding'] {
  if (value === null) return 'not-comparable';
  if (value <= 0) return 'does-not-beat';
  return low !== null && low > 0 ? 'beats' : 'not-shown';
}

/** Tokens kept of those before, in [0, 1] or above where a context grew. */
export function keptShare(cell: CellRow): number | null {
  const { reduction } = cell.compaction;
  return reduction === null ? null : 1 - reduction;
}

/** Survival over tokens kept of random-keep, by transcript: one point a budget, mean over seeds. */
function curvesOf(summary: readonly SummaryRow[]): Map<string, Point[]> {
  const curves = new Map<string, Point[]>();
  const used = new Set<unknown>();
  let hasRandom = false;
  for (const row of summary) {
    if (row.group.role !== 'random' && row.group.role !== 'ceiling') continue;
    hasRandom ||= row.group.role === 'random';
    const byTranscript = new Map<string, Point[]>();
    for (const cell of withContext(row.cells)) {
      const kept = keptShare(cell);
      const { survival } = cell.compaction;
      if (used.has(cell.record) || kept === null || survival === null) continue;
      used.add(cell.record);
      const { transcript } = cell.record;
      const points = byTranscript.get(transcript) ?? [];
      byTranscript.set(transcript, [...points, { x: kept, y: survival }]);
    }
    for (const [transcript, points] of byTranscript) {
      const x = mean(points.map((point) => point.x));
      const y = mean(points.map((point) => point.y));
      curves.set(transcript, [...(curves.get(transcript) ?? []), { x, y }]);
    }
  }
  return hasRandom ? curves : new Map();
}
