import type { Problem } from '../../harness/index.ts';
import { datasetProblem } from '../load/problem.ts';
import type { TranscriptRow } from './balance.ts';

const MIN_TOKENS = 2_000;
const MAX_TOKENS = 120_000;
const MIN_FACTS = 20;

/** A recorded transcript is of a size that is compared (2,000 to 120,000 tokens), and has facts enough to tell compactors apart. */
export function checkSize(place: string, row: TranscriptRow): Problem[] {
  if (row.source !== 'recorded') return [];
  const problems: Problem[] = [];
  if (row.tokens < MIN_TOKENS || row.tokens > MAX_TOKENS) {
    problems.push(
      datasetProblem(
        place,
        `it has ${row.tokens} tokens.`,
        `Record between ${MIN_TOKENS} and ${MAX_TOKENS}.`,
      ),
    );
  }
  if (row.facts < MIN_FACTS) {
    problems.push(
      datasetProblem(
        place,
        `it has ${row.facts} ${row.facts === 1 ? 'fact' : 'facts'}.`,
        `Annotate at least ${MIN_FACTS}.`,
      ),
    );
  }
  return problems;
}
