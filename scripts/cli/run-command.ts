import { BenchError, formatProblem, type Problem, plainText } from '../../harness/index.ts';
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
  const system = systemProblem(error);
  if (system !== null) {
    console.error(plainText(formatProblem(system)));
    return EXIT.usage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(plainText(`This is a fault of compactor-bench itself:\n${text}`));
  return EXIT.failed;
}

/** What the operating system refused, such as a folder that may not be written: something that a user can mend. */
function systemProblem(error: unknown): Problem | null {
  const { code, syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || path === undefined) return null;
  const message = `${syscall} failed (${code}).`;
  const remedy = 'Check that it exists, and that you may read and write it.';
  return { code: 'E_CONFIG', place: path, message, remedy };
}
