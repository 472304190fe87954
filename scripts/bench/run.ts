import { join } from 'node:path';
import {
  createRealClock,
  createVirtualClock,
  openRunLog,
  projectRoot,
  type RunOutcome,
  runPlan,
  wallTimeIso,
} from '../../harness/index.ts';
import { renderSummaryJson, renderTerminalTable, writeReport } from '../../reports/index.ts';
import type { Arguments } from '../cli/command.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { createProblemList } from '../cli/problem-list.ts';
import { type PreparedRun, prepareRun } from './prepare.ts';
import { createProgress } from './progress.ts';
import { type BenchStart, readStart } from './start.ts';

/** Runs `npm run bench`. Throws a BenchError with every problem at once. */
export async function runBench(args: Arguments, flags: readonly string[]): Promise<number> {
  const problems = createProblemList();
  const start = await readStart(args, flags, problems);
  const run = await prepareRun(start.settings, problems);
  const say = start.json ? console.error : console.log;
  const dir = start.earlier?.dir ?? start.limits.out ?? defaultFolder();
  const log = await openRunLog(dir);
  const progress = createProgress(process.stderr);
  const controller = new AbortController();
  const outcome = await runPlan({
    cells: run.cells,
    header: run.header,
    counter: run.counter,
    readers: run.readers,
    readersOf: run.readersOf,
    graders: run.graders,
    log,
    signal: controller.signal,
    concurrency: start.limits.concurrency,
    clock: createRealClock(),
    createClock: () => (run.models.live ? createRealClock() : createVirtualClock()),
    wrapModel: (client) => client,
    onProgress: progress.onEvent,
    maxMinutes: start.limits.maxMinutes,
  }).finally(progress.stop);
  await log.close();
  const { records } = await (await import('../../harness/index.ts')).loadRunLog(dir);
  const summary = await writeReport(dir, records);
  const { default: colors } = await import('picocolors');
  say(renderTerminalTable(summary, colors));
  return exitCode(outcome);
}

function exitCode(outcome: RunOutcome): number {
  return outcome.missing > 0 ? EXIT.incomplete : EXIT.done;
}

function defaultFolder(): string {
  return join(projectRoot(), 'runs', wallTimeIso().replaceAll(/[:.]/g, '-'));
}
