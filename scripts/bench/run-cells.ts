import {
  createRealClock,
  createVirtualClock,
  type PlannedCell,
  type RunLog,
  type RunOutcome,
  runPlan,
  timeCompactors,
} from '../../harness/index.ts';
import type { PreparedRun } from './prepare.ts';
import type { Progress } from './progress.ts';
import { chooseCells } from './run-folder.ts';
import type { BenchStart } from './start.ts';

/** Share of a transcript that timings compact to where no budget is a ratio. */
const TIMED_RATIO = 0.4;

/** What a start needs to work through its cells. */
export interface RunCellsOptions {
  run: PreparedRun;
  start: BenchStart;
  log: RunLog;
  signal: AbortSignal;
  progress: Progress;
}

/** Runs the cells that the log does not hold yet, then times the model-free compactors. */
export async function runCells(options: RunCellsOptions): Promise<RunOutcome> {
  const { run, start, log, signal, progress } = options;
  const outcome = await runPlan({
    cells: chooseCells(run.cells, log.records),
    header: run.header,
    counter: run.counter,
    readers: run.readers,
    readersOf: run.readersOf,
    graders: run.graders,
    log,
    signal,
    concurrency: start.limits.concurrency,
    clock: createRealClock(),
    createClock: (cell) => (usesRealClock(run, cell) ? createRealClock() : createVirtualClock()),
    wrapModel: run.wrapModel,
    onProgress: progress.onEvent,
    maxMinutes: start.limits.maxMinutes ?? run.models.maxMinutes,
  });
  // Of a plan in parts, one part is enough.
  const isTimed = start.shard === null || start.shard.index === 1;
  if (isTimed && outcome.stopped === 'finished') await addTimings(options);
  return outcome;
}

/** Live answers take real time; recorded ones and faults are played on a virtual clock, the same on any machine. */
function usesRealClock({ models }: PreparedRun, { fault }: PlannedCell): boolean {
  return models.live && fault === 'none';
}

async function addTimings({ run, start, log, signal }: RunCellsOptions): Promise<void> {
  const timed = await timeCompactors({
    compactors: run.compactors,
    transcripts: run.transcripts,
    counter: run.counter,
    budgetRatio: start.settings.budgets.find((budget) => budget <= 1) ?? TIMED_RATIO,
    seed: start.settings.seed,
    clock: createRealClock(),
    signal,
    done: log.records.filter((record) => record.type === 'timed'),
  });
  if (timed.length > 0) await log.append(...timed);
}
