import { RECORDED } from '../bench/recorded-scope.ts';
import type { Arguments } from '../cli/command.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { createProblemList, type ProblemList } from '../cli/problem-list.ts';
import { checkFlags } from '../cli/unknown-flags.ts';
import { recordAnswers } from './run.ts';

/** Runs `npm run record-answers`. Throws a BenchError with every problem at once. */
export async function runRecordAnswers(
  { options, operands, unknownFlags }: Arguments,
  flags: readonly string[],
): Promise<number> {
  const problems = createProblemList();
  problems.add(...checkFlags(unknownFlags, flags));
  for (const operand of operands) {
    problems.add({
      code: 'E_CONFIG',
      place: operand,
      message: 'This command takes no operands.',
      remedy: 'Name transcripts with --transcripts a,b.',
    });
  }
  const trials = wholeNumber(options.trials, '--trials', problems);
  const threads = wholeNumber(options.threads, '--threads', problems);
  const maxMinutes = wholeNumber(options.maxMinutes, '--max-minutes', problems);
  problems.throwAll();
  const complete = await recordAnswers({
    weights: String(options.weights),
    out: String(options.out),
    transcripts:
      typeof options.transcripts === 'string'
        ? options.transcripts.split(',').filter(Boolean)
        : null,
    trials: trials ?? RECORDED.trials,
    threads,
    maxMinutes,
    readings: options.readings !== false,
    pack: options.pack !== false,
    say: console.log,
  });
  if (!complete) console.log('Not complete yet: run the same command again to go on.');
  return complete ? EXIT.done : EXIT.incomplete;
}

function wholeNumber(
  value: string | string[] | boolean | undefined,
  flag: string,
  problems: ProblemList,
): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  problems.add({
    code: 'E_CONFIG',
    place: flag,
    message: `"${String(value)}" is no whole number from 1.`,
    remedy: `Give ${flag} a number such as 2.`,
  });
  return null;
}
