import type { VerdictReport } from '../../harness/index.ts';
import type { FaultCounts, Verdict } from './judge.ts';
import type { Part } from './parts.ts';

/** Verdicts as they come in, over all calls of one compaction. */
export interface Tally {
  readonly parts: readonly Part[];
  readonly verdicts: Map<string, Verdict>;
  readonly scores: Map<string, number>;
  readonly faults: FaultCounts;
  asked: number;
  repaired: number;
}

/** A tally of nothing yet. */
export function createTally(parts: readonly Part[]): Tally {
  return { parts, verdicts: new Map(), scores: new Map(), faults: {}, asked: 0, repaired: 0 };
}

/** The tally as a result carries it; `answered` = units with exactly one verdict. */
export function reportOf(tally: Tally): VerdictReport {
  return {
    units: tally.parts.map(({ id, unit }) => ({
      unitId: id,
      messageIds: [...unit.messageIds],
      verdict: tally.verdicts.get(id) ?? null,
      score: tally.scores.get(id) ?? null,
    })),
    asked: tally.asked,
    answered: tally.verdicts.size,
    repaired: tally.repaired,
    faults: { ...tally.faults },
  };
}
