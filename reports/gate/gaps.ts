import type { CellPair, Pairing } from '../compare/types.ts';
import { formatCompactor } from '../render/labels.ts';
import type { RunData } from '../summarize/types.ts';
import type { Reason } from './types.ts';

/** What keeps a gate from passing although nothing failed: cells and scores that one run lacks. */
export function findGaps(options: {
  baseline: RunData;
  candidate: RunData;
  pairing: Pairing;
}): Reason[] {
  const { baseline, candidate, pairing } = options;
  const reasons: Reason[] = [];
  const add = (count: number, sentence: string) => {
    if (count > 0) reasons.push({ verdict: 'inconclusive', sentence });
  };
  for (const [name, run] of [['baseline', baseline] as const, ['candidate', candidate] as const]) {
    const { length } = run.missingKeys;
    add(
      length,
      `${counted(length, 'planned cell of', 'planned cells of')} the ${name} ${length === 1 ? 'has' : 'have'} no record: finish it with \`--resume\`.`,
    );
  }
  const gone = pairing.onlyBaseline;
  const names = [...new Set(gone.map((record) => formatCompactor(record)))].slice(0, 5).join(', ');
  add(
    gone.length,
    `The candidate lacks ${counted(gone.length, 'cell', 'cells')} of the baseline (${names}).`,
  );
  const lost = pairing.pairs.filter(
    (pair) => pair.candidate.compaction.missing && !pair.baseline.compaction.missing,
  );
  add(
    lost.length,
    `${counted(lost.length, 'cell has', 'cells have')} no recorded answer in the candidate: its prompts are new. Record them with \`npm run record-answers\`, or run live.`,
  );
  const cancelled = pairing.pairs.filter((pair) => pair.candidate.record.status === 'cancelled');
  add(
    cancelled.length,
    `${counted(cancelled.length, 'cell was', 'cells were')} cancelled in the candidate.`,
  );
  const ungraded = pairing.pairs.flatMap((pair) => missingReaders(pair));
  add(
    ungraded.length,
    `${counted(ungraded.length, 'grading', 'gradings')} of the baseline ${ungraded.length === 1 ? 'is' : 'are'} missing in the candidate (${[...new Set(ungraded)].join(', ')}).`,
  );
  const unscored = pairing.pairs.reduce((sum, pair) => sum + lostScores(pair), 0);
  add(
    unscored,
    `${counted(unscored, 'probe was', 'probes were')} scored in the baseline and not in the candidate, for another reason than a missing recording.`,
  );
  return reasons;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function missingReaders({ baseline, candidate }: CellPair): string[] {
  return [...baseline.graded.keys()].filter((reader) => !candidate.graded.has(reader));
}

/** Probes that lost their score although there is a context and nothing says that the answer was never recorded. */
function lostScores({ baseline, candidate }: CellPair): number {
  let lost = 0;
  for (const [reader, before] of baseline.graded) {
    const after = new Map(
      (candidate.graded.get(reader)?.probes ?? []).map((probe) => [
        `${probe.questionForm} ${probe.factId}`,
        probe,
      ]),
    );
    if (!candidate.graded.has(reader) || candidate.record.contextBlob === null) continue;
    for (const probe of before.probes) {
      const { grade } = after.get(`${probe.questionForm} ${probe.factId}`) ?? {};
      const isUnscored =
        grade === undefined || (grade.status === 'unscored' && grade.reason !== 'no-recording');
      if (probe.grade.status === 'scored' && isUnscored) lost += 1;
    }
  }
  return lost;
}

/** Probes without a recording in the candidate that had a score in the baseline, by reader. */
export function countNoRecording(pairs: readonly CellPair[]): { reader: string; probes: number }[] {
  const counts = new Map<string, number>();
  for (const { candidate } of pairs) {
    for (const [reader, graded] of candidate.graded) {
      const count = graded.probes.filter(
        ({ grade }) => grade.status === 'unscored' && grade.reason === 'no-recording',
      ).length;
      if (count > 0) counts.set(reader, (counts.get(reader) ?? 0) + count);
    }
  }
  return [...counts].map(([reader, probes]) => ({ reader, probes }));
}
