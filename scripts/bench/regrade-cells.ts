import {
  createRealClock,
  createVirtualClock,
  type RunOutcome,
  regradeRun,
} from '../../harness/index.ts';
import type { RunCellsOptions } from './run-cells.ts';

/** Asks the readers about the contexts of the run in `from`, compacting nothing; the new log holds both. */
export function regradeCells(
  { run, start, log, signal, progress }: RunCellsOptions,
  from: string,
): Promise<RunOutcome> {
  return regradeRun({
    from,
    log,
    header: run.header,
    transcripts: run.transcripts,
    grading: { readers: run.readers, graders: run.graders, questionForms: ['question'] },
    clock: createRealClock(),
    createClock: () => (run.models.live ? createRealClock() : createVirtualClock()),
    signal,
    concurrency: start.limits.concurrency,
    onGraded: progress.onGraded,
  });
}
