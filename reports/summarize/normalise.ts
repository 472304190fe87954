import { mean } from 'simple-statistics';
import { byTranscript, type Figure } from './averages.ts';
import type { CellGroup } from './groups.ts';
import type { CellRow, SummaryGroup } from './types.ts';

/**
 * Normalised scores, (r - floor) / (ceiling - floor), over the transcripts that all three have; null where a control is
 * missing or the two are equal. Controls of the same reader, mode and split without a fault; of the same budget where they
 * ran at it.
 */
export function createNormaliser(
  groups: readonly CellGroup[],
): (options: { group: SummaryGroup; rows: readonly CellRow[]; figure: Figure }) => number | null {
  return ({ group, rows, figure }) => {
    const own = byTranscript(rows, figure);
    const floor = byTranscript(controlRows(groups, group, 'floor'), figure);
    const ceiling = byTranscript(controlRows(groups, group, 'ceiling'), figure);
    const ids = [...own.keys()].filter((id) => floor.has(id) && ceiling.has(id));
    if (ids.length === 0) return null;
    const average = (values: Map<string, number>) => mean(ids.map((id) => values.get(id) ?? 0));
    const low = average(floor);
    const high = average(ceiling);
    return high === low ? null : (average(own) - low) / (high - low);
  };
}

function controlRows(
  groups: readonly CellGroup[],
  group: SummaryGroup,
  role: 'floor' | 'ceiling',
): CellRow[] {
  const controls = groups.filter(
    ({ group: other }) =>
      other.role === role &&
      other.fault === 'none' &&
      other.reader === group.reader &&
      other.mode === group.mode &&
      other.split === group.split &&
      other.synthetic === group.synthetic,
  );
  const sameBudget = controls.filter(
    ({ group: other }) =>
      other.budgetRatio === group.budgetRatio && other.targetTokens === group.targetTokens,
  );
  return (sameBudget.length > 0 ? sameBudget : controls).flatMap((control) => control.cells);
}
