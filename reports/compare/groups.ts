import { FACT_KINDS } from '../../harness/index.ts';
import { formatCompactor } from '../render/labels.ts';
import type { RunData } from '../summarize/types.ts';
import { differenceOf } from './difference.ts';
import { METRICS } from './metrics.ts';
import type { CellPair, MetricDifference } from './types.ts';

/** Controls are no candidates for anything; a change of one is a change of the measure. */
const UNGATED_ROLES: ReadonlySet<string> = new Set([
  'ceiling',
  'floor',
  'random',
  'recency',
  'oracle',
]);

/** Pairs of compactors that are compared: no controls. */
export function comparedPairs(pairs: readonly CellPair[]): CellPair[] {
  return pairs.filter(({ baseline }) => !UNGATED_ROLES.has(baseline.record.role));
}

/** Readers that both runs have grades of, in the order of the baseline. */
export function commonReaders(pairs: readonly CellPair[]): string[] {
  const of = (side: 'baseline' | 'candidate') =>
    new Set(pairs.flatMap((pair) => [...pair[side].graded.keys()]));
  const after = of('candidate');
  return [...of('baseline')].filter((reader) => after.has(reader));
}

/** Every metric over all pairs; a metric that nothing can be said of is left out. */
export function overallDifferences(options: {
  pairs: readonly CellPair[];
  data: RunData;
  level: number;
}): MetricDifference[] {
  const { pairs, data, level } = options;
  const readers = commonReaders(pairs);
  return METRICS.flatMap((metric) =>
    (metric.needsReader ? readers : [null]).map((reader) =>
      differenceOf({
        metric,
        pairs,
        scope: { reader, kind: null, facts: data.facts },
        group: { type: 'overall', name: '' },
        level,
      }),
    ),
  ).filter((row) => row.difference.n > 0);
}

/** The same metrics for each compactor with its models, and survival and recall for each kind of fact (without controls). */
export function groupDifferences(options: {
  pairs: readonly CellPair[];
  data: RunData;
  level: number;
}): MetricDifference[] {
  const { pairs, data, level } = options;
  const readers = commonReaders(pairs);
  const byCompactor = new Map<string, CellPair[]>();
  for (const pair of pairs) {
    const name = formatCompactor(pair.baseline.record);
    byCompactor.set(name, [...(byCompactor.get(name) ?? []), pair]);
  }
  const compactors = [...byCompactor].flatMap(([name, own]) =>
    METRICS.flatMap((metric) =>
      (metric.needsReader ? readers : [null]).map((reader) =>
        differenceOf({
          metric,
          pairs: own,
          scope: { reader, kind: null, facts: data.facts },
          group: { type: 'compactor', name },
          level,
        }),
      ),
    ),
  );
  const compared = comparedPairs(pairs);
  const kinds = FACT_KINDS.flatMap((kind) =>
    METRICS.filter((metric) => metric.byKind).flatMap((metric) =>
      (metric.needsReader ? readers : [null]).map((reader) =>
        differenceOf({
          metric,
          pairs: compared,
          scope: { reader, kind, facts: data.facts },
          group: { type: 'kind', name: kind },
          level,
        }),
      ),
    ),
  );
  return [...compactors, ...kinds].filter((row) => row.difference.n > 0);
}
