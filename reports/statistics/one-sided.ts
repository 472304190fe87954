import { mean, sampleStandardDeviation } from 'simple-statistics';
import { MIN_CLUSTERS } from './estimate.ts';
import { studentCdf, studentQuantile } from './student.ts';

/**
 * One-sided p-value of cluster values against "the mean is at least -margin", by Student's t: small where the loss is beyond
 * the margin for sure. null under 8 clusters.
 */
export function lossPValue(values: readonly number[], margin: number): number | null {
  const n = values.length;
  if (n < MIN_CLUSTERS) return null;
  const distance = mean([...values]) + margin;
  const standardError = sampleStandardDeviation([...values]) / Math.sqrt(n);
  if (standardError === 0) return distance < 0 ? 0 : 1;
  return studentCdf(distance / standardError, n - 1);
}

/**
 * Clusters that it would take, at the spread seen, for the interval of the mean to clear `-margin` on the side where the mean
 * stands; null where the mean stands on it, or the spread is not known. At least as many as there are.
 */
export function clustersNeeded(
  values: readonly number[],
  options: { margin: number; level?: number },
): number | null {
  const { margin, level = 0.95 } = options;
  if (values.length < 2) return null;
  const distance = Math.abs(mean([...values]) + margin);
  if (distance < 1e-9) return null;
  const deviation = sampleStandardDeviation([...values]);
  let n = Math.max(values.length, MIN_CLUSTERS);
  while (n < 1e6) {
    if (studentQuantile(0.5 + level / 2, n - 1) * deviation <= distance * Math.sqrt(n)) return n;
    n = Math.ceil(n * 1.05) + 1;
  }
  return null;
}
