import type { RunRecord } from '../../harness/index.ts';
import { formatCompactor } from '../render/labels.ts';
import { collectRun } from '../summarize/collect.ts';
import { findRefusals, type Refusal } from './comparable.ts';
import { changedFacts } from './fact-changes.ts';
import { comparedPairs, groupDifferences, overallDifferences } from './groups.ts';
import { pairRuns } from './pair.ts';
import type { FactChange, MetricDifference } from './types.ts';

/** Two runs side by side. Differences are second less first. */
export interface Comparison {
  names: { baseline: string; candidate: string };
  /** Why some figures should not be compared; they are given all the same. */
  doubts: Refusal[];
  pairs: number;
  transcripts: number;
  onlyBaseline: { compactor: string; cells: number }[];
  onlyCandidate: { compactor: string; cells: number }[];
  /** Over all compactors but controls. */
  overall: MetricDifference[];
  /** Each compactor (controls, too) and each kind of fact. */
  groups: MetricDifference[];
  /** Facts that survive in one run and not in the other. */
  lost: FactChange[];
  gained: FactChange[];
}

/** Compares two runs, paired by `pairKey`. Pure; shows and judges nothing: see `gateRuns` for a verdict. */
export function compareRuns(options: {
  baseline: readonly RunRecord[];
  candidate: readonly RunRecord[];
  names?: { baseline: string; candidate: string };
  level?: number;
}): Comparison {
  const { names = { baseline: 'A', candidate: 'B' }, level = 0.95 } = options;
  const baseline = collectRun(options.baseline);
  const candidate = collectRun(options.candidate);
  const pairing = pairRuns(baseline, candidate);
  const data = { ...baseline, facts: new Map([...candidate.facts, ...baseline.facts]) };
  const compared = comparedPairs(pairing.pairs);
  const changes = changedFacts(compared, { reader: null, kind: null, facts: data.facts });
  return {
    names,
    doubts: findRefusals({ baseline, candidate, pairing }),
    pairs: pairing.pairs.length,
    transcripts: new Set(pairing.pairs.map((pair) => pair.transcript)).size,
    onlyBaseline: countByCompactor(pairing.onlyBaseline),
    onlyCandidate: countByCompactor(pairing.onlyCandidate),
    overall: overallDifferences({ pairs: compared, data, level }),
    groups: groupDifferences({ pairs: pairing.pairs, data, level }),
    lost: changes.filter((change) => change.lost > 0),
    gained: changes.filter((change) => change.gained > 0),
  };
}

function countByCompactor(
  records: readonly { compactor: string; model: string | null; smallModel: string | null }[],
): { compactor: string; cells: number }[] {
  const counts = new Map<string, number>();
  for (const record of records) {
    const name = formatCompactor(record);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([compactor, cells]) => ({ compactor, cells }));
}
