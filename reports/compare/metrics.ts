import { sumKnown } from '../summarize/compaction-figures.ts';
import {
  both,
  factShare,
  type Metric,
  markShare,
  unlessMissing,
  withContext,
} from './metric-values.ts';
import type { MetricName } from './types.ts';

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
