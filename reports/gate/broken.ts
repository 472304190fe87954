import type { CellPair, MetricName } from '../compare/types.ts';

/**
 * Damage for which one pair is enough, since chance plays no part in it: a new kind of structure violation in any cell; a pin
 * lost or a failure in a cell whose compactor asks no model. Gives the pair keys.
 */
export function newlyBroken(metric: MetricName, pairs: readonly CellPair[]): string[] {
  const test = TESTS[metric];
  return test === undefined ? [] : pairs.filter(test).map((pair) => pair.pairKey);
}

const TESTS: Partial<Record<MetricName, (pair: CellPair) => boolean>> = {
  violations: ({ baseline, candidate }) => {
    const before = new Set(baseline.record.violations.map((violation) => violation.kind));
    return candidate.record.violations.some((violation) => !before.has(violation.kind));
  },
  pins: ({ baseline, candidate }) =>
    asksNoModel(candidate.record) &&
    candidate.record.contextBlob !== null &&
    baseline.record.contextBlob !== null &&
    candidate.record.pins.kept < baseline.record.pins.kept,
  failure: ({ baseline, candidate }) =>
    asksNoModel(candidate.record) &&
    candidate.record.status === 'failed' &&
    baseline.record.status !== 'failed',
};

function asksNoModel(record: { model: string | null; smallModel: string | null }): boolean {
  return record.model === null && record.smallModel === null;
}
