import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  BenchError,
  LOG_FILE,
  mergeHeaders,
  type PlannedCell,
  projectRoot,
  type RunRecord,
  wallTimeIso,
} from '../../harness/index.ts';
import type { BenchStart } from './start.ts';

/** The folder of a run. Throws E_CONFIG where a new run would land in the folder of an earlier one. */
export function chooseFolder({ earlier, limits }: Pick<BenchStart, 'earlier' | 'limits'>): string {
  if (earlier !== null) return earlier.dir;
  const dir = limits.out ?? join(projectRoot(), 'runs', wallTimeIso().replaceAll(/[:.]/g, '-'));
  if (existsSync(join(dir, LOG_FILE))) {
    throw new BenchError({
      code: 'E_CONFIG',
      place: `--out ${dir}`,
      message: 'The folder holds a run already.',
      remedy: `Go on with it (--resume ${dir}), or name another folder.`,
    });
  }
  return dir;
}

/**
 * The cells of this start: all of a new run, else those that the earlier one planned (a shard stays a shard). Throws
 * E_RECORD where contexts are to be graded that were never made.
 */
export function chooseCells(
  cells: readonly PlannedCell[],
  earlier: BenchStart['earlier'],
  records: readonly RunRecord[],
): PlannedCell[] {
  const header = mergeHeaders(records.filter((record) => record.type === 'run_started'));
  if (earlier === null || header === null) return [...cells];
  const planned = new Set(header.plannedKeys);
  const chosen = cells.filter(({ compactionKey }) => planned.has(compactionKey));
  if (earlier.mode === 'regrade') checkComplete(chosen, earlier.dir, records);
  return chosen;
}

function checkComplete(
  cells: readonly PlannedCell[],
  dir: string,
  records: readonly RunRecord[],
): void {
  const done = new Set(
    records.flatMap((record) => (record.type === 'compacted' ? [record.compactionKey] : [])),
  );
  const missing = cells.filter(({ compactionKey }) => !done.has(compactionKey)).length;
  if (missing === 0) return;
  throw new BenchError({
    code: 'E_RECORD',
    place: `--regrade ${dir}`,
    message: `${missing} of ${cells.length} cells have no context yet.`,
    remedy: `Finish the run first: npm run bench -- --resume ${dir}`,
  });
}
