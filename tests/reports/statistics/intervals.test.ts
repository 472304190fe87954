import { describe, expect, it } from 'vitest';
import { bootstrapEstimate } from '../../../reports/statistics/bootstrap-t.ts';
import { clusterEstimate, shareEstimate } from '../../../reports/statistics/estimate.ts';
import { wilsonInterval } from '../../../reports/statistics/wilson.ts';

// Student (1908): additional hours of sleep of ten patients under two drugs.
const FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
const SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

describe('intervals', () => {
  it('by Student t: the sleep data of Student (1908), 1.58 with 95 % interval 0.7001 to 2.4599', () => {
    const { value, low, high, n } = clusterEstimate(
      SECOND.map((hours, i) => hours - (FIRST[i] ?? 0)),
    );
    expect(n).toBe(10);
    expect(value).toBeCloseTo(1.58, 12);
    expect(low).toBeCloseTo(0.7001142367230176, 9);
    expect(high).toBeCloseTo(2.4598857632769824, 9);
  });

  // Newcombe (1998), Statistics in Medicine 17, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("by Wilson: Newcombe's example %i of %i", (hits, total, low, high) => {
    const interval = wilsonInterval({ hits, total });
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('by Wilson: statsmodels 0.15.0 proportion_confint', () => {
    expect(wilsonInterval({ hits: 1, total: 10 }).low).toBeCloseTo(0.017876213095072924, 10);
    expect(wilsonInterval({ hits: 1, total: 10 }).high).toBeCloseTo(0.40415002679523854, 10);
    expect(wilsonInterval({ hits: 148, total: 148 })).toEqual({
      low: expect.closeTo(0.9747008567322154, 10),
      high: 1,
    });
  });

  it('by bootstrap-t, on skewed clusters, as NumPy 2.4.6 gives it with 1,000,000 draws of its own', () => {
    const skewed = [0.02, 0.05, 0, 0.01, 0.4, 0.03, 0.1, 0, 0.25, 0.02, 0.06, 0.01];
    const estimate = bootstrapEstimate(skewed, { seed: 3, draws: 40_000 });
    expect(estimate.value).toBeCloseTo(0.0791666667, 9);
    expect(estimate.low).toBeCloseTo(0.0233447, 2);
    expect(Math.abs((estimate.high ?? 0) - 0.3676865)).toBeLessThan(0.015);
  });

  it('by bootstrap-t repeat for one seed and differ for another', () => {
    const values = [0.1, 0.2, 0.15, 0.4, 0.3, 0.22, 0.05, 0.31];
    expect(bootstrapEstimate(values, { seed: 1 })).toEqual(bootstrapEstimate(values, { seed: 1 }));
    expect(bootstrapEstimate(values, { seed: 1 })).not.toEqual(
      bootstrapEstimate(values, { seed: 2 }),
    );
  });

  it('are not given under 8 clusters, and there is no value without any', () => {
    for (const estimate of [
      clusterEstimate([1, 2, 3, 4, 5, 6, 7]),
      bootstrapEstimate([1, 2, 3, 4, 5, 6, 7], { seed: 1 }),
    ]) {
      expect(estimate).toEqual({ value: 4, low: null, high: null, level: 0.95, n: 7 });
    }
    expect(clusterEstimate([])).toEqual({ value: null, low: null, high: null, level: 0.95, n: 0 });
  });

  it('of shares stay within 0 and 1, and are not of zero width where every cluster is 1', () => {
    const { low, high } = shareEstimate([1, 1, 1, 1, 1, 1, 1, 1]);
    expect(high).toBe(1);
    expect(low).toBeCloseTo(8 / (8 + 1.959963984540054 ** 2), 9);
    expect(shareEstimate([1, 1, 1, 1, 1, 1, 1, 0.5]).high).toBe(1);
  });

  it('refuse what is not a number', () => {
    expect(() => clusterEstimate([1, Number.NaN])).toThrow(RangeError);
  });
});
