import type { FactInfo, FactKind, ProbeRecord } from '../../harness/index.ts';
import { factOutcomes } from './fact-outcomes.ts';
import type { CellPair, MetricName, PairSide } from './types.ts';

/** Both values of a pair. */
export interface PairValues {
  baseline: number;
  candidate: number;
}

/** Whose answers, which kind of fact; null = any, or no reader. */
export interface MetricScope {
  reader: string | null;
  kind: FactKind | null;
  facts: ReadonlyMap<string, FactInfo>;
}

/** How one metric is taken from a pair. */
export interface Metric {
  name: MetricName;
  label: string;
  better: 'higher' | 'lower';
  /** `points` = shares, `number` = plain, `relative` = change as a share of the baseline, by transcript. */
  unit: 'points' | 'number' | 'relative';
  /** How the pairs of a transcript are brought together: `p95` and `sum` first, then compared. */
  aggregate: 'mean' | 'p95' | 'sum';
  needsReader: boolean;
  byKind: boolean;
  values(pair: CellPair, scope: MetricScope): PairValues | null;
}

/** A figure of one run's part of a pair; null = it has none. */
export type SideValue = (side: PairSide) => number | null;

/** A metric that reads each run alone; null where one of them has no value. */
export function both(read: SideValue): Metric['values'] {
  return (pair) => {
    const baseline = read(pair.baseline);
    const candidate = read(pair.candidate);
    return baseline === null || candidate === null ? null : { baseline, candidate };
  };
}

function share(list: readonly boolean[]): number | null {
  return list.length === 0 ? null : list.filter(Boolean).length / list.length;
}

/** Share of facts that survived (no reader) or were answered right, over the facts that both runs tell about. */
export const factShare: Metric['values'] = (pair, { reader, kind, facts }) => {
  const outcomes = factOutcomes(pair, { reader, kind }, facts);
  if (outcomes.length === 0) return null;
  let before = 0;
  let after = 0;
  for (const outcome of outcomes) {
    if (outcome.before) before += 1;
    if (outcome.after) after += 1;
  }
  return { baseline: before / outcomes.length, candidate: after / outcomes.length };
};

/** Share of probes with a mark, over the facts for which both runs tell. */
export function markShare(mark: (probe: ProbeRecord) => boolean | null): Metric['values'] {
  const marks = (side: PairSide, reader: string) =>
    new Map(
      (side.graded.get(reader)?.probes ?? [])
        .filter((probe) => probe.questionForm === 'question')
        .flatMap((probe) => {
          const value = mark(probe);
          return value === null ? [] : [[probe.factId, value] as const];
        }),
    );
  return (pair, { reader }) => {
    if (reader === null) return null;
    const before = marks(pair.baseline, reader);
    const after = marks(pair.candidate, reader);
    const ids = [...before.keys()].filter((id) => after.has(id));
    const baseline = share(ids.map((id) => before.get(id) === true));
    const candidate = share(ids.map((id) => after.get(id) === true));
    return baseline === null || candidate === null ? null : { baseline, candidate };
  };
}

/** Reads contexts alone: a failure is never a miss. */
export const withContext =
  (read: SideValue): SideValue =>
  (side) =>
    side.record.contextBlob === null ? null : read(side);

/** Leaves out cells that were cancelled or had no model or recording. */
export const unlessMissing =
  (read: SideValue): SideValue =>
  (side) =>
    side.compaction.missing || side.record.status === 'cancelled' ? null : read(side);
