import { mean, quantile } from 'simple-statistics';
import { clusterEstimate } from '../statistics/estimate.ts';
import { mcnemarExact } from '../statistics/mcnemar.ts';
import { compareText } from '../summarize/collect.ts';
import { changedFacts } from './fact-changes.ts';
import type { Metric, MetricScope, PairValues } from './metric-values.ts';
import type { CellPair, ComparedGroup, MetricDifference } from './types.ts';

/**
 * Candidate less baseline of one metric over some pairs: per transcript first, then over transcripts with the interval by
 * Student t. Relative metrics: the change of each transcript's p95 or sum as a share of its baseline.
 */
export function differenceOf(options: {
  metric: Metric;
  pairs: readonly CellPair[];
  scope: MetricScope;
  group: ComparedGroup;
  level?: number;
}): MetricDifference {
  const { metric, pairs, scope, group, level = 0.95 } = options;
  const byTranscript = new Map<string, PairValues[]>();
  for (const pair of pairs) {
    const values = metric.values(pair, scope);
    if (values === null) continue;
    byTranscript.set(pair.transcript, [...(byTranscript.get(pair.transcript) ?? []), values]);
  }
  const rows = [...byTranscript.entries()]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([transcript, values]) => {
      const aggregated = aggregate(metric, values);
      return aggregated === null ? [] : [{ transcript, ...aggregated }];
    });
  const differences = rows.map(({ transcript, difference }) => ({ transcript, difference }));
  const compared = [...byTranscript.values()].flat();
  return {
    metric: metric.name,
    reader: metric.needsReader ? scope.reader : null,
    group,
    baseline: rows.length > 0 ? mean(rows.map((row) => row.baseline)) : null,
    candidate: rows.length > 0 ? mean(rows.map((row) => row.candidate)) : null,
    difference: clusterEstimate(
      differences.map((row) => row.difference),
      level,
    ),
    byTranscript: differences,
    unchanged: compared.length > 0 && compared.every((pair) => pair.baseline === pair.candidate),
    facts: metric.byKind ? factTest(metric, pairs, scope) : null,
  };
}

function aggregate(metric: Metric, values: readonly PairValues[]) {
  const gather = (list: number[]) => {
    if (metric.aggregate === 'p95') return quantile(list, 0.95);
    return metric.aggregate === 'sum' ? list.reduce((sum, value) => sum + value, 0) : mean(list);
  };
  const baseline = gather(values.map((pair) => pair.baseline));
  const candidate = gather(values.map((pair) => pair.candidate));
  if (metric.unit !== 'relative') {
    // Averaged pair by pair, so that equal pairs give exactly 0.
    return { baseline, candidate, difference: mean(values.map((v) => v.candidate - v.baseline)) };
  }
  if (baseline === candidate) return { baseline, candidate, difference: 0 };
  return baseline > 0 ? { baseline, candidate, difference: candidate / baseline - 1 } : null;
}

function factTest(metric: Metric, pairs: readonly CellPair[], scope: MetricScope) {
  const reader = metric.needsReader ? scope.reader : null;
  const changes = changedFacts(pairs, { ...scope, reader });
  const lost = changes.filter((change) => change.lost > change.gained).length;
  const gained = changes.filter((change) => change.gained > change.lost).length;
  return { lost, gained, p: mcnemarExact({ lost, gained }) };
}
