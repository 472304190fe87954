import type { FactInfo, FactKind, ProbeRecord } from '../../harness/index.ts';
import { sumKnown } from '../summarize/compaction-figures.ts';
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

type SideValue = (side: PairSide) => number | null;

function both(read: SideValue): Metric['values'] {
  return (pair) => {
    const baseline = read(pair.baseline);
    const candidate = read(pair.candidate);
    return baseline === null || candidate === null ? null : { baseline, candidate };
  };
}

function share(list: readonly boolean[]): number | null {
  return list.length === 0 ? null : list.filter(Boolean).length / list.length;
}

const factShare: Metric['values'] = (pair, { reader, kind, facts }) => {
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
function markShare(mark: (probe: ProbeRecord) => boolean | null): Metric['values'] {
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

const withContext =
  (read: SideValue): SideValue =>
  (side) =>
    side.record.contextBlob === null ? null : read(side);

const unlessMissing =
  (read: SideValue): SideValue =>
  (side) =>
    side.compaction.missing || side.record.status === 'cancelled' ? null : read(side);

/** Every metric that two runs are compared by. */
export const METRICS: Metric[] = [
  {
    name: 'survival',
    label: 'survival',
    better: 'higher',
    unit: 'points',
    aggregate: 'mean',
    needsReader: false,
    byKind: true,
    values: (pair, scope) => factShare(pair, { ...scope, reader: null }),
  },
  {
    name: 'recall',
    label: 'recall',
    better: 'higher',
    unit: 'points',
    aggregate: 'mean',
    needsReader: true,
    byKind: true,
    values: factShare,
  },
  {
    name: 'stale',
    label: 'stale answers',
    better: 'lower',
    unit: 'points',
    aggregate: 'mean',
    needsReader: true,
    byKind: false,
    values: markShare((probe) => probe.stale),
  },
  {
    name: 'invented',
    label: 'invented answers',
    better: 'lower',
    unit: 'points',
    aggregate: 'mean',
    needsReader: true,
    byKind: false,
    values: markShare((probe) => probe.invented),
  },
  {
    name: 'pins',
    label: 'pinned lines kept',
    better: 'higher',
    unit: 'points',
    aggregate: 'mean',
    needsReader: false,
    byKind: false,
    values: both(
      withContext(({ record }) =>
        record.pins.total > 0 ? record.pins.kept / record.pins.total : null,
      ),
    ),
  },
  {
    name: 'unsupported',
    label: 'unsupported values a context',
    better: 'lower',
    unit: 'number',
    aggregate: 'mean',
    needsReader: false,
    byKind: false,
    values: both(withContext(({ compaction }) => compaction.unsupportedValues)),
  },
  {
    name: 'violations',
    label: 'structure violations a context',
    better: 'lower',
    unit: 'number',
    aggregate: 'mean',
    needsReader: false,
    byKind: false,
    values: both(withContext(({ record }) => record.violations.length)),
  },
  {
    name: 'reduction',
    label: 'reduction',
    better: 'higher',
    unit: 'points',
    aggregate: 'mean',
    needsReader: false,
    byKind: false,
    values: both(withContext(({ compaction }) => compaction.reduction)),
  },
  {
    name: 'adherence',
    label: 'tokens after / target',
    better: 'lower',
    unit: 'number',
    aggregate: 'mean',
    needsReader: false,
    byKind: false,
    values: both(withContext(({ compaction }) => compaction.targetAdherence)),
  },
  {
    name: 'fallback',
    label: 'fallback rate',
    better: 'lower',
    unit: 'points',
    aggregate: 'mean',
    needsReader: false,
    byKind: false,
    values: both(unlessMissing(({ record }) => Number(record.status === 'fallback'))),
  },
  {
    name: 'failure',
    label: 'failure rate',
    better: 'lower',
    unit: 'points',
    aggregate: 'mean',
    needsReader: false,
    byKind: false,
    values: both(unlessMissing(({ record }) => Number(record.status === 'failed'))),
  },
  {
    name: 'latency',
    label: 'p95 latency',
    better: 'lower',
    unit: 'relative',
    aggregate: 'p95',
    needsReader: false,
    byKind: false,
    values: both(unlessMissing(({ compaction }) => compaction.latencyMs)),
  },
  {
    name: 'tokens',
    label: 'model tokens',
    better: 'lower',
    unit: 'relative',
    aggregate: 'sum',
    needsReader: false,
    byKind: false,
    values: both(
      unlessMissing(({ compaction }) =>
        sumKnown([compaction.promptTokens, compaction.completionTokens]),
      ),
    ),
  },
  {
    name: 'cost',
    label: 'cost',
    better: 'lower',
    unit: 'relative',
    aggregate: 'sum',
    needsReader: false,
    byKind: false,
    values: both(unlessMissing(({ compaction }) => compaction.costUsd)),
  },
];

/** The metric of a name. */
export function metricOf(name: MetricName): Metric {
  const metric = METRICS.find((candidate) => candidate.name === name);
  if (metric === undefined) throw new RangeError(`No metric ${name}.`);
  return metric;
}
