import type { Fact, Grader, Problem, TokenCounter } from '../../harness/index.ts';
import { type LoadOptions, type ReadDatasets, readDatasets } from '../load/load-transcripts.ts';
import { checkAbsent } from './absent.ts';
import { checkAlike, checkTemplates } from './alike.ts';
import { type Balance, summarizeBalance } from './balance.ts';
import { checkCarrier, checkNotProtected } from './carrier.ts';
import { type CheckContext, createCheckContext, type FactRule } from './context.ts';
import { checkFiles } from './files.ts';
import { checkFloor, type Floor } from './floor.ts';
import { checkProbeAnswers } from './probe-answers.ts';
import { checkLeak, checkParaphrase, checkWrongAnswers } from './probe-form.ts';
import { checkSecrets } from './secrets.ts';
import { checkSize } from './size.ts';
import { checkSuperseded } from './superseded.ts';
import { checkSurvivalRule, checkValuesInEvidence } from './survival-rule.ts';
import { checkWellFormed } from './well-formed.ts';

/** Rules over one fact, in the order in which their problems are told. */
const FACT_RULES: readonly FactRule[] = [
  checkSurvivalRule,
  checkValuesInEvidence,
  checkCarrier,
  checkNotProtected,
  checkSuperseded,
  checkAbsent,
  checkWrongAnswers,
  checkParaphrase,
  checkLeak,
];

/**
 * What to check and with what. Loading is as in `loadTranscripts`; `counter` is the primary counter; `grader` grades by
 * assertions that need no judge. With `floor`, its reader must not answer a probe from what the floor leaves of a transcript.
 */
export interface CheckDatasetsOptions extends LoadOptions {
  counter: TokenCounter;
  grader: Grader;
  floor?: Floor;
}

/** What a check found: every problem, and how the facts are spread. */
export interface DatasetCheck {
  problems: Problem[];
  balance: Balance;
}

/** Checks every rule of the datasets. Never throws for what a dataset holds: all of it is in `problems`. */
export async function checkDatasets(options: CheckDatasetsOptions): Promise<DatasetCheck> {
  const read = await readDatasets(options);
  const contexts = read.loaded.map(createCheckContext);
  const balance = summarizeBalance(
    contexts.map(({ transcript }) => transcript),
    options.counter,
  );
  const problems = [...read.problems, ...(await checkFolders(read, options))];
  for (const [index, context] of contexts.entries()) {
    problems.push(...(await checkTranscript(context, options)));
    const row = balance.transcripts[index];
    if (row !== undefined) problems.push(...checkSize(context.place, row));
  }
  problems.push(...checkTemplates(contexts));
  return { problems, balance };
}

async function checkFolders(read: ReadDatasets, options: LoadOptions): Promise<Problem[]> {
  // Whoever asks for one transcript wants its problems only.
  if (options.names !== undefined) return [];
  const problems: Problem[] = [];
  for (const index of read.indexes) problems.push(...(await checkFiles(index)));
  return problems;
}

/** Every rule over one fact of a prepared transcript that needs no grader. */
export function checkFact(context: CheckContext, fact: Fact): Problem[] {
  return FACT_RULES.flatMap((rule) => rule(context, fact));
}

async function checkTranscript(
  context: CheckContext,
  options: CheckDatasetsOptions,
): Promise<Problem[]> {
  const problems = [...checkWellFormed(context), ...checkAlike(context)];
  for (const fact of context.transcript.facts) {
    problems.push(...checkFact(context, fact));
    problems.push(...(await checkProbeAnswers(context, fact, options.grader)));
  }
  if (options.floor !== undefined) {
    problems.push(...(await checkFloor(context, options.grader, options.floor)));
  }
  problems.push(...(await checkSecrets(context)));
  return problems;
}
