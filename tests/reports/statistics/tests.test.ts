import { describe, expect, it } from 'vitest';
import { holmAdjust } from '../../../reports/statistics/holm.ts';
import { interpolate } from '../../../reports/statistics/interpolate.ts';
import { mcnemarExact } from '../../../reports/statistics/mcnemar.ts';
import { clustersNeeded, lossPValue } from '../../../reports/statistics/one-sided.ts';

describe('Holm', () => {
  it('as statsmodels 0.15.0 multipletests adjusts', () => {
    const adjusted = holmAdjust([0.01, 0.04, 0.03, 0.005, 0.2]);
    expect(adjusted.map((p) => Number(p.toFixed(12)))).toEqual([0.04, 0.09, 0.09, 0.025, 0.2]);
  });

  // Benjamini and Hochberg (1995), section 4.1: of these 15, control of the familywise error at 0.05 rejects the first three.
  it('rejects three of the fifteen published p-values', () => {
    const published = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719,
      0.6528, 0.759, 1,
    ];
    expect(holmAdjust(published).filter((p) => p <= 0.05)).toHaveLength(3);
    expect(holmAdjust(published)[3]).toBeCloseTo(0.114, 12);
  });

  it('of nothing is nothing', () => expect(holmAdjust([])).toEqual([]));
});

describe('McNemar, exact', () => {
  // statsmodels 0.15.0 mcnemar(exact=True); 86 and 150 are the approval ratings of Agresti, Categorical Data Analysis, 10.1.
  it.each([
    [0, 0, 1],
    [5, 0, 0.0625],
    [1, 9, 0.021484375],
    [2, 8, 0.109375],
    [10, 10, 1],
    [86, 150, 3.7159361395713866e-5],
    [121, 59, 4.4344492637551645e-6],
  ])('%i lost, %i gained', (lost, gained, p) => {
    expect(mcnemarExact({ lost, gained }) / p).toBeCloseTo(1, 9);
  });
});

describe('the one-sided test of a loss', () => {
  const values = [-0.1, -0.05, 0, -0.2, -0.15, 0.05, -0.1, -0.12, -0.08, -0.03];

  it('as SciPy 1.17.1 ttest_1samp(alternative="less")', () => {
    expect(lossPValue(values, 0.02)).toBeCloseTo(0.01687244633249068, 10);
  });

  it('is not given under 8 clusters', () => expect(lossPValue(values.slice(3), 0.02)).toBeNull());

  it('is certain where every cluster loses the same', () => {
    expect(lossPValue(new Array<number>(8).fill(-0.5), 0.02)).toBe(0);
    expect(lossPValue(new Array<number>(8).fill(0), 0.02)).toBe(1);
  });

  it('names the clusters that would settle it', () => {
    const doubtful = [-0.1, 0.1, -0.04, 0.05, -0.06, 0.08, -0.02, 0.01];
    const needed = clustersNeeded(doubtful, { margin: 0.02 });
    expect(needed).toBeGreaterThan(8);
    expect(clustersNeeded([0.1, 0.1, 0.1], { margin: 0.02 })).toBe(8);
    expect(clustersNeeded([0.1], { margin: 0.02 })).toBeNull();
  });
});

describe('interpolation', () => {
  const points = [
    { x: 0.2, y: 0.3 },
    { x: 0.4, y: 0.5 },
    { x: 0.4, y: 0.7 },
  ];
  it('is linear between points, equal ones averaged', () => {
    const value = interpolate(points, 0.3);
    expect(value?.y).toBeCloseTo(0.45, 12);
    expect(value?.gap).toBeCloseTo(0.2, 12);
    expect(interpolate(points, 0.4)).toEqual({ y: 0.6, gap: 0 });
  });
  it('never goes beyond the measured range', () => {
    expect(interpolate(points, 0.1)).toBeNull();
    expect(interpolate(points, 0.5)).toBeNull();
    expect(interpolate([], 0.5)).toBeNull();
  });
});
