import { isControl } from './controls.ts';
import { scopeOfFront } from './front-scope.ts';
import type { ParetoCost, ParetoRow } from './report-types.ts';
import type { SummaryRow } from './types.ts';

/** What each axis is, and what must be equal for two points to be compared on it: latencies of one clock only. */
const COSTS: {
  cost: ParetoCost;
  x: (row: SummaryRow) => number | null;
  scope: (row: SummaryRow) => string;
}[] = [
  {
    cost: 'tokens kept',
    x: (row) => (row.reduction.value === null ? null : 1 - row.reduction.value),
    scope: () => '',
  },
  { cost: 'latency', x: (row) => row.latency.p50Ms, scope: (row) => row.latency.clock ?? '' },
  { cost: 'money', x: (row) => row.costUsd, scope: () => '' },
];

/**
 * Pareto fronts of recall (survival where nothing was graded) against tokens, latency and money: a row is on the front when no
 * other row of its reader, mode and split is at least as good on both axes and better on one. Controls stay out.
 */
export function summarizePareto(summary: readonly SummaryRow[]): ParetoRow[] {
  const rows = summary.filter(({ group }) => !isControl(group) && group.fault === 'none');
  return COSTS.flatMap(({ cost, x, scope }) => {
    const points = rows.flatMap((row) => {
      const measure = row.recall.value === null ? ('survival' as const) : ('recall' as const);
      const y = row.recall.value ?? row.survival.value;
      const at = x(row);
      if (y === null || at === null) return [];
      return [
        {
          group: row.group,
          cost,
          measure,
          x: at,
          y,
          scope: `${scopeOfFront(row.group)}${scope(row)}${measure}`,
        },
      ];
    });
    return points.map(({ scope: own, ...point }) => ({
      ...point,
      onFront: !points.some(
        (other) =>
          other.scope === own &&
          other.x <= point.x &&
          other.y >= point.y &&
          (other.x < point.x || other.y > point.y),
      ),
    }));
  });
}
