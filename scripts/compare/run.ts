import { writeFile } from 'node:fs/promises';
import colors from 'picocolors';
import { loadRunLog } from '../../harness/index.ts';
import { compareRuns, renderCompareMarkdown, renderCompareTerminal } from '../../reports/index.ts';
import type { Arguments } from '../cli/command.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { createProblemList } from '../cli/problem-list.ts';
import { checkFlags } from '../cli/unknown-flags.ts';

/** Runs `npm run compare`. Throws a BenchError with every problem of options and logs. */
export async function runCompare(
  { options, operands, unknownFlags }: Arguments,
  flags: readonly string[],
): Promise<number> {
  const problems = createProblemList();
  problems.add(...checkFlags(unknownFlags, flags));
  const [a = '', b = ''] = operands;
  if (operands.length !== 2) {
    problems.add({
      code: 'E_CONFIG',
      place: 'A B',
      message: `${operands.length} runs are named.`,
      remedy: 'Name two folders: npm run compare -- A B.',
    });
    problems.throwAll();
  }
  const baseline = await problems.attempt(() => loadRunLog(a));
  const candidate = await problems.attempt(() => loadRunLog(b));
  problems.throwAll();
  const comparison = compareRuns({
    baseline: baseline?.records ?? [],
    candidate: candidate?.records ?? [],
    names: { baseline: a, candidate: b },
  });
  console.log(renderCompareTerminal(comparison, colors));
  if (typeof options.out === 'string') {
    await writeFile(options.out, renderCompareMarkdown(comparison));
  }
  return EXIT.done;
}
