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
  if (earlier?.mode === 'resume') return earlier.dir;
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

/** The cells of this start: all of a new run, else those that the earlier one planned, so that a shard stays a shard. */
export function chooseCells(
  cells: readonly PlannedCell[],
  records: readonly RunRecord[],
): PlannedCell[] {
  const header = mergeHeaders(records.filter((record) => record.type === 'run_started'));
  if (header === null) return [...cells];
  const planned = new Set(header.plannedKeys);
  return cells.filter(({ compactionKey }) => planned.has(compactionKey));
}
