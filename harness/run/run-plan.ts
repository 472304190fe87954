import pLimit from 'p-limit';
import { wallTimeIso } from '../clock/index.ts';
import type { PlannedCell } from '../types/cell.ts';
import type { RunStarted } from '../types/record.ts';
import { createCellWorker } from './cell-worker.ts';
import { planHeader } from './plan-header.ts';
import { checkResumable } from './resume.ts';
import type { RunPlanOptions } from './run-options.ts';

/** What came of a run. A cell is `done` when its compaction and all its grades are in the log. */
export interface RunOutcome {
  planned: number;
  done: number;
  /** Cells whose last record has status `failed`, part of `done`. */
  failed: number;
  /** Cells without a record, or with grades missing. */
  missing: number;
  stopped: 'finished' | 'aborted' | 'time';
}

/**
 * Runs a plan: compacts and grades each cell that the log does not hold yet, and appends each record as soon as it is there.
 * A cell that fails is a record, and the run goes on. Throws E_RECORD where the log belongs to another run, and what the disk throws.
 */
export async function runPlan(options: RunPlanOptions): Promise<RunOutcome> {
  const { cells, log, clock } = options;
  const header: RunStarted = {
    ...options.header,
    type: 'run_started',
    ...planHeader(cells),
  };
  checkResumable(log, header);
  const startMs = clock.now();
  const stopper = createStopper(options);
  const run = createCellWorker(options, stopper.signal);
  try {
    run.announce();
    await log.append(header);
    const limit = pLimit(options.concurrency);
    await Promise.all(cells.map((cell) => limit(() => run.work(cell))));
  } finally {
    stopper.dispose();
    await closeCompactors(cells);
  }
  const counts = run.counts();
  const missing = cells.length - counts.done;
  const reason = missing === 0 ? null : stopper.reason();
  if (reason !== null) run.emit({ type: 'run-stopped', reason, missing });
  await log.append({
    type: 'run_finished',
    cells: counts.done,
    failed: counts.failed,
    missing,
    measured: { finishedAt: wallTimeIso(), durationMs: clock.now() - startMs },
  });
  return { planned: cells.length, ...counts, missing, stopped: reason ?? 'finished' };
}

/** Ends a run early: when its caller aborts, or when its time is up. */
function createStopper({ signal, clock, maxMinutes }: RunPlanOptions) {
  const timeUp = new AbortController();
  const cancel =
    maxMinutes === null
      ? () => undefined
      : clock.after(maxMinutes * 60_000, () =>
          timeUp.abort(new Error('the time of the run is up')),
        );
  return {
    signal: AbortSignal.any([signal, timeUp.signal]),
    reason(): 'aborted' | 'time' | null {
      if (signal.aborted) return 'aborted';
      return timeUp.signal.aborted ? 'time' : null;
    },
    dispose: cancel,
  };
}

async function closeCompactors(cells: readonly PlannedCell[]): Promise<void> {
  const compactors = new Set(cells.map((cell) => cell.compactor));
  await Promise.allSettled([...compactors].map((compactor) => compactor.close?.()));
}
