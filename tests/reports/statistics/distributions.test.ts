import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile } from '../../../reports/statistics/normal.ts';
import {
  incompleteBeta,
  studentCdf,
  studentQuantile,
} from '../../../reports/statistics/student.ts';

// Every figure of this file: SciPy 1.17.1 (stats.t, stats.norm, special.betainc).
const STUDENT: [df: number, quantiles: number[], cdf: number[]][] = [
  [
    1,
    [0.32491969623290634, 3.0776835371752544, 12.706204736174694, 63.656741162871526],
    [0.05256845671125344, 0.20871440016015272, 0.6475836176504333, 0.8642002512199081],
  ],
  [
    2,
    [0.2886751345948128, 1.8856180831641272, 4.302652729749462, 9.924843200918287],
    [0.013335736607712385, 0.16162351590802015, 0.6666666666666666, 0.9205955120960299],
  ],
  [
    7,
    [0.2631668613520229, 1.4149239276505086, 2.364624251592784, 3.4994832973504924],
    [0.00027112917100140525, 0.11738391769618862, 0.6837964321553578, 0.9681344923486817],
  ],
  [
    23,
    [0.25629705991468515, 1.3194602398161621, 2.0686576104190486, 2.807335683769999],
    [2.0284331069062197e-6, 0.1032394276680102, 0.6890873623788358, 0.9809395378836517],
  ],
  [
    100,
    [0.25402218245822766, 1.290074761346516, 1.9839715185235518, 2.6258905214380173],
    [1.586245751401426e-8, 0.09829473171118308, 0.6909132170845567, 0.9849453343575999],
  ],
];

describe('distributions', () => {
  it.each(STUDENT)('Student t with %i degrees of freedom', (df, quantiles, cdf) => {
    for (const [index, p] of [0.6, 0.9, 0.975, 0.995].entries()) {
      const expected = quantiles[index] ?? Number.NaN;
      expect(studentQuantile(p, df) / expected).toBeCloseTo(1, 9);
      expect(studentQuantile(1 - p, df) / -expected).toBeCloseTo(1, 9);
    }
    for (const [index, t] of [-6, -1.3, 0.5, 2.2].entries()) {
      expect(studentCdf(t, df) / (cdf[index] ?? Number.NaN)).toBeCloseTo(1, 9);
    }
  });

  it('the normal distribution', () => {
    const quantiles = [
      -3.090232306167813, -0.5244005127080409, 1.2815515655446004, 1.959963984540054,
      3.719016485455709,
    ];
    for (const [index, p] of [0.001, 0.3, 0.9, 0.975, 0.9999].entries()) {
      expect(normalQuantile(p)).toBeCloseTo(quantiles[index] ?? Number.NaN, 9);
    }
    const cdf = [
      2.866515718791933e-7, 0.024997895148220435, 0.6179114221889526, 0.9986501019683699,
    ];
    for (const [index, z] of [-5, -1.96, 0.3, 3].entries()) {
      expect(normalCdf(z)).toBeCloseTo(cdf[index] ?? Number.NaN, 12);
    }
  });

  it('the incomplete beta function', () => {
    const cases = [
      [0.3, 0.5, 0.5, 0.36901011956554536],
      [0.7, 2, 3, 0.9163],
      [0.95, 10, 0.5, 0.31715157546554495],
      [0.02, 0.5, 11.5, 0.49988388691422203],
    ] as const;
    for (const [x, a, b, expected] of cases)
      expect(incompleteBeta(x, a, b)).toBeCloseTo(expected, 10);
  });

  it('refuses a probability that is none', () => {
    expect(() => studentQuantile(1, 5)).toThrow(RangeError);
    expect(() => studentQuantile(0.9, 0)).toThrow(RangeError);
    expect(() => normalQuantile(Number.NaN)).toThrow(RangeError);
  });
});
