import type { PlannedIdentity } from '../../harness/index.ts';
import { lastRounds } from './controls.ts';
import type { CellRow, SummaryGroup } from './types.ts';

/** What a cell shares with the other cells of its summary row. */
export function groupOf(cell: PlannedIdentity, reader: string | null): SummaryGroup {
  return {
    compactor: cell.compactor,
    role: cell.role,
    model: cell.model,
    smallModel: cell.smallModel,
    tier: cell.tier,
    reader,
    budgetRatio: cell.budgetRatio,
    targetTokens: cell.budgetRatio === null && cell.mode !== 'replay' ? cell.targetTokens : null,
    attemptMs: cell.attemptMs,
    totalMs: cell.totalMs,
    mode: cell.mode,
    fault: cell.fault,
    split: cell.split,
    synthetic: cell.source === 'synthetic',
  };
}

/** One text a group, for maps. */
export function groupKey(group: SummaryGroup): string {
  return JSON.stringify(Object.values(group));
}

/** The cells of one summary row, and the planned ones that have no record. */
export interface CellGroup {
  group: SummaryGroup;
  cells: CellRow[];
  absent: PlannedIdentity[];
}

/** Groups rows in the order in which each group first appears; of a replay only each cell's last round. */
export function groupCells(
  rows: readonly CellRow[],
  absent: readonly PlannedIdentity[],
): CellGroup[] {
  const last = new Set(lastRounds(rows.map((row) => row.record)));
  const groups = new Map<string, CellGroup>();
  const at = (group: SummaryGroup): CellGroup => {
    const key = groupKey(group);
    const found = groups.get(key) ?? { group, cells: [], absent: [] };
    groups.set(key, found);
    return found;
  };
  for (const row of rows) {
    if (last.has(row.record)) at(groupOf(row.record, row.reader)).cells.push(row);
  }
  for (const cell of absent) {
    const readers = readersOf([...groups.values()], cell);
    for (const reader of readers) at(groupOf(cell, reader)).absent.push(cell);
  }
  return [...groups.values()];
}

/**
 * A planned cell without a record is missing for each reader that read its transcript; where nobody did, for each reader of
 * the run.
 */
function readersOf(groups: readonly CellGroup[], cell: PlannedIdentity): (string | null)[] {
  const readers = (list: readonly CellGroup[]) =>
    [...new Set(list.map(({ group }) => group.reader))].filter((reader) => reader !== null);
  const own = readers(
    groups.filter(({ cells }) => cells.some((row) => row.record.transcript === cell.transcript)),
  );
  if (own.length > 0) return own;
  const all = readers(groups);
  return all.length > 0 ? all : [null];
}
