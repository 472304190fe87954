import {
  checkDatasets,
  type DatasetCheck,
  listShortfalls,
  readDatasets,
  renderBalance,
  renderMessages,
  updateDatasetIndexes,
} from '../../datasets/index.ts';
import {
  BenchError,
  createCounter,
  createPromptfooGrader,
  createVirtualClock,
  formatProblem,
  type Problem,
  plainText,
} from '../../harness/index.ts';
import type { Arguments } from '../cli/command.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { checkFlags } from '../cli/unknown-flags.ts';
import { createFloor } from './floor.ts';

/** Runs `npm run check:datasets`: exit code 0 where no rule is broken, 1 where one is. Throws a BenchError for what was asked wrongly. */
export async function runCheckDatasets(args: Arguments, flags: readonly string[]): Promise<number> {
  const unknown = checkFlags(args.unknownFlags, flags);
  if (unknown.length > 0) throw new BenchError(unknown);
  const folders = args.operands.length > 0 ? args.operands : ['datasets'];
  const { show, transcript, updateHashes } = args.options;

  if (updateHashes === true) {
    const written = await attemptUpdate(folders);
    if (written !== null) return written;
  }
  if (typeof show === 'string') return showTranscript(folders, show);
  const names = Array.isArray(transcript) ? { names: transcript } : {};
  const counter = createCounter('o200k_base');
  const grader = createPromptfooGrader({ clock: createVirtualClock() });
  const floor = createFloor(counter);
  const check = await checkDatasets({ folders, ...names, counter, grader, floor });
  refuseUnknown(check.problems);
  if (!Array.isArray(transcript)) printBalance(check);
  return printProblems(check.problems, check.balance.transcripts.length);
}

/** Exit code where an index could not be written: what is broken then is a dataset, not the request. */
async function attemptUpdate(folders: string[]): Promise<number | null> {
  try {
    for (const folder of await updateDatasetIndexes({ folders })) {
      console.log(`wrote ${plainText(folder)}/dataset.json`);
    }
    return null;
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    refuseUnknown(error.problems);
    return printProblems(error.problems, 0);
  }
}

async function showTranscript(folders: string[], id: string): Promise<number> {
  const { loaded, problems } = await readDatasets({ folders, names: [id] });
  refuseUnknown(problems);
  for (const { transcript } of loaded) console.log(renderMessages(transcript));
  return printProblems(problems, loaded.length);
}

function refuseUnknown(problems: readonly Problem[]): void {
  const asked = problems.filter(({ code }) => code === 'E_CONFIG');
  if (asked.length > 0) throw new BenchError(asked);
}

function printBalance({ balance }: DatasetCheck): void {
  console.log(`${renderBalance(balance)}\n`);
  const shortfalls = listShortfalls(balance);
  if (shortfalls.length > 0) console.log(`Short of what the set aims at (no error):`);
  for (const line of shortfalls) console.log(`  ${line}`);
}

function printProblems(problems: readonly Problem[], transcripts: number): number {
  for (const problem of problems) console.error(plainText(formatProblem(problem)));
  const count = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`;
  console.log(`${count} in ${transcripts} ${transcripts === 1 ? 'transcript' : 'transcripts'}`);
  return problems.length === 0 ? EXIT.done : EXIT.failed;
}
