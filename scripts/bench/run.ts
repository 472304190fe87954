import colors from 'picocolors';
import {
  createRealClock,
  createVirtualClock,
  loadRunLog,
  openRunLog,
  type PlannedCell,
  type RunLog,
  type RunOutcome,
  runPlan,
} from '../../harness/index.ts';
import { renderSummaryJson, renderTerminalTable, writeReport } from '../../reports/index.ts';
import type { Arguments } from '../cli/command.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { createProblemList } from '../cli/problem-list.ts';
import { announceRun, describePlan } from './announce.ts';
import { estimateRun } from './estimate-run.ts';
import { onInterrupt } from './interrupt.ts';
import { type PreparedRun, prepareRun } from './prepare.ts';
import { createProgress } from './progress.ts';
import { chooseCells, chooseFolder } from './run-folder.ts';
import { takeShard } from './shard.ts';
import { type BenchStart, readStart } from './start.ts';

/** Runs `npm run bench`. Throws a BenchError with every problem at once. */
export async function runBench(args: Arguments, flags: readonly string[]): Promise<number> {
  const problems = createProblemList();
  const start = await readStart(args, flags, problems);
  const dir = (await problems.attempt(() => chooseFolder(start))) ?? '';
  const prepared = await prepareRun(start.settings, problems, new AbortController().signal);
  const say = start.json ? console.error : console.log;
  const cells = start.shard ? takeShard(prepared.cells, start.shard) : prepared.cells;
  const run = { ...prepared, cells };
  const maxMinutes = start.limits.maxMinutes ?? run.models.maxMinutes;
  say(
    announceRun(run, {
      maxMinutes,
      estimateMinutes: await estimateRun(run, new AbortController().signal),
    }),
  );
  if (start.dryRun) {
    say(describePlan(run));
    return EXIT.done;
  }
  const log = await openRunLog(dir);
  const outcome = await runCells({ run, start, log, say }).finally(async () => {
    await log.close();
    await run.models.close();
  });
  await report(dir, start, say);
  if (outcome.missing > 0) {
    say(
      `${outcome.missing} cells have no record yet. Go on with: npm run bench -- --resume ${dir}`,
    );
  }
  if (outcome.stopped === 'aborted') return EXIT.interrupted;
  return outcome.missing > 0 ? EXIT.incomplete : EXIT.done;
}

async function runCells(options: {
  run: PreparedRun;
  start: BenchStart;
  log: RunLog;
  say: (line: string) => void;
}): Promise<RunOutcome> {
  const { run, start, log, say } = options;
  const cells = chooseCells(run.cells, start.earlier, log.records);
  for (const warning of log.warnings) say(warning);
  const progress = createProgress(process.stderr);
  const interrupt = onInterrupt((line) => {
    progress.stop();
    say(line);
  });
  try {
    return await runPlan({
      cells,
      header: run.header,
      counter: run.counter,
      readers: run.readers,
      readersOf: run.readersOf,
      graders: run.graders,
      log,
      signal: interrupt.signal,
      concurrency: start.limits.concurrency,
      clock: createRealClock(),
      createClock: (cell) => (usesRealClock(run, cell) ? createRealClock() : createVirtualClock()),
      wrapModel: run.wrapModel,
      onProgress: progress.onEvent,
      maxMinutes: start.limits.maxMinutes ?? run.models.maxMinutes,
    });
  } finally {
    progress.stop();
    interrupt.dispose();
  }
}

/** Live answers take real time; recorded ones and faults are played on a virtual clock, the same on any machine. */
function usesRealClock({ models }: PreparedRun, { fault }: PlannedCell): boolean {
  return models.live && fault === 'none';
}

async function report(dir: string, start: BenchStart, say: (line: string) => void): Promise<void> {
  const { records } = await loadRunLog(dir);
  const summary = await writeReport(dir, records);
  if (start.json) process.stdout.write(renderSummaryJson(summary));
  else say(`\n${renderTerminalTable(summary, colors)}`);
  say(`Report: ${dir}/report.md (also cells.csv, facts.csv, summary.csv, summary.json)`);
}
