import { BenchError, formatProblem, plainText } from '../../harness/index.ts';
import { EXIT } from './exit-codes.ts';

/**
 * Runs a command's action and sets the exit code that it gives. Problems that a user can mend are printed one a line,
 * without a stack, and end in 2; what nobody foresaw is a fault of our own, printed whole, and ends in 1.
 */
export async function runCommand(action: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await action();
  } catch (error) {
    process.exitCode = reportError(error);
  }
}

function reportError(error: unknown): number {
  if (error instanceof BenchError) {
    for (const problem of error.problems) console.error(plainText(formatProblem(problem)));
    return error.problems.some(({ code }) => code === 'E_INTERNAL') ? EXIT.failed : EXIT.usage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(plainText(`This is a fault of compactor-bench itself:\n${text}`));
  return EXIT.failed;
}
