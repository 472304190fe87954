import { mean, quantileSorted, sampleStandardDeviation } from 'simple-statistics';
import { type Estimate, MIN_CLUSTERS } from './estimate.ts';
import { createRandom } from './random.ts';

/**
 * Mean over clusters with its bootstrap-t interval (Efron and Tibshirani 1993, chapter 12.5): clusters are drawn with
 * replacement, and each draw's mean is studentised by its own standard error. Draws whose values are all equal have none and
 * are left out. Better than Student's t where the clusters are skewed. Seeded; no interval under 8 clusters.
 */
export function bootstrapEstimate(
  values: readonly number[],
  options: { seed: number; draws?: number; level?: number },
): Estimate {
  const { seed, draws = 2000, level = 0.95 } = options;
  const n = values.length;
  if (n === 0) return { value: null, low: null, high: null, level, n };
  const value = mean([...values]);
  if (n < MIN_CLUSTERS) return { value, low: null, high: null, level, n };
  const standardError = sampleStandardDeviation([...values]) / Math.sqrt(n);
  if (standardError === 0) return { value, low: value, high: value, level, n };
  const random = createRandom(seed);
  const studentised: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const sample = Array.from({ length: n }, () => values[random.below(n)] ?? 0);
    const error = sampleStandardDeviation(sample) / Math.sqrt(n);
    if (error > 0) studentised.push((mean(sample) - value) / error);
  }
  studentised.sort((a, b) => a - b);
  const tail = (1 - level) / 2;
  return {
    value,
    low: value - quantileSorted(studentised, 1 - tail) * standardError,
    high: value - quantileSorted(studentised, tail) * standardError,
    level,
    n,
  };
}
