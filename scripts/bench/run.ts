import colors from 'picocolors';
import { loadRunLog, openRunLog, type RunOutcome } from '../../harness/index.ts';
import { renderSummaryJson, renderTerminalTable, writeReport } from '../../reports/index.ts';
import type { Arguments } from '../cli/command.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { createProblemList } from '../cli/problem-list.ts';
import { announceRun, describePlan } from './announce.ts';
import { estimateRun } from './estimate-run.ts';
import { onInterrupt } from './interrupt.ts';
import { type PreparedRun, prepareRun } from './prepare.ts';
import { createProgress } from './progress.ts';
import { regradeCells } from './regrade-cells.ts';
import { runCells } from './run-cells.ts';
import { chooseFolder } from './run-folder.ts';
import { takeShard } from './shard.ts';
import { type BenchStart, readStart } from './start.ts';

/** Runs `npm run bench`. Throws a BenchError with every problem at once. */
export async function runBench(args: Arguments, flags: readonly string[]): Promise<number> {
  const problems = createProblemList();
  const start = await readStart(args, flags, problems);
  const dir = (await problems.attempt(() => chooseFolder(start))) ?? '';
  const say = start.json ? console.error : console.log;
  const interrupt = onInterrupt(say);
  const prepared = await prepareRun(start.settings, problems, interrupt.signal);
  const cells = start.shard ? takeShard(prepared.cells, start.shard) : prepared.cells;
  const run = { ...prepared, cells };
  try {
    const maxMinutes = start.limits.maxMinutes ?? run.models.maxMinutes;
    const minutes = await estimateRun(run, interrupt.signal);
    say(announceRun(run, { maxMinutes, estimateMinutes: minutes }));
    if (start.dryRun) {
      say(describePlan(run));
      return EXIT.done;
    }
    const outcome = await work({ run, start, dir, say, signal: interrupt.signal });
    await report(dir, start, say);
    return conclude(outcome, dir, say);
  } catch (error) {
    if (interrupt.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    interrupt.dispose();
    await run.models.close();
  }
}

async function work(options: {
  run: PreparedRun;
  start: BenchStart;
  dir: string;
  say: (line: string) => void;
  signal: AbortSignal;
}): Promise<RunOutcome> {
  const { run, start, dir, say, signal } = options;
  const log = await openRunLog(dir);
  for (const warning of log.warnings) say(warning);
  const progress = createProgress(process.stderr);
  const cellOptions = { run, start, log, signal, progress };
  try {
    return start.earlier?.mode === 'regrade'
      ? await regradeCells(cellOptions, start.earlier.dir)
      : await runCells(cellOptions);
  } finally {
    progress.stop();
    await log.close();
  }
}

async function report(dir: string, start: BenchStart, say: (line: string) => void): Promise<void> {
  const { records } = await loadRunLog(dir);
  const summary = await writeReport(dir, records);
  if (start.json) process.stdout.write(renderSummaryJson(summary));
  else say(`\n${renderTerminalTable(summary, colors)}`);
  say(`Report: ${dir}/report.md (also cells.csv, facts.csv, summary.csv, summary.json)`);
}

function conclude(outcome: RunOutcome, dir: string, say: (line: string) => void): number {
  if (outcome.missing > 0) {
    say(
      `${outcome.missing} cells are not whole yet (no record, or not all of their grades). Go on with: npm run bench -- --resume ${dir}`,
    );
  }
  if (outcome.stopped === 'aborted') return EXIT.interrupted;
  return outcome.missing > 0 ? EXIT.incomplete : EXIT.done;
}
