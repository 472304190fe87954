import type { CheckOutcome } from './outcome.ts';
import type { SourceFile } from './sources.ts';

/** Lines above which a file is named as a warning. */
export const WARN_LINES = 250;

/** Lines above which a file fails the check. */
export const FAIL_LINES = 400;

/** Checks the length of each file: a file has one concept. The note gives the median, in lines. */
export function checkSizes(files: readonly SourceFile[]): CheckOutcome {
  const sizes = files
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  const over = (limit: number) => sizes.filter(({ lines }) => lines > limit);
  const median = sizes[Math.floor(sizes.length / 2)]?.lines;
  return {
    problems: over(FAIL_LINES).map(
      ({ path, lines }) => `${path}: ${lines} lines, more than ${FAIL_LINES}. Split it by concept.`,
    ),
    warnings: over(WARN_LINES)
      .filter(({ lines }) => lines <= FAIL_LINES)
      .map(({ path, lines }) => `${path}: ${lines} lines, more than ${WARN_LINES}.`),
    note: `${sizes.length} files, median ${median ?? 'n/a'} lines`,
  };
}
