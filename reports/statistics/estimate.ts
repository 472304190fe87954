import { mean, sampleStandardDeviation } from 'simple-statistics';
import { studentQuantile } from './student.ts';
import { wilsonInterval } from './wilson.ts';

/** A mean with its interval. `low` and `high` are null under {@link MIN_CLUSTERS} clusters; `value` is null where n = 0. */
export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
  /** Two-sided level of the interval, such as 0.95. */
  level: number;
  /** Clusters (transcripts) that the mean is taken over. */
  n: number;
}

/** Fewest clusters that an interval is given for. */
export const MIN_CLUSTERS = 8;

/** An estimate of nothing. */
export function noEstimate(level = 0.95): Estimate {
  return { value: null, low: null, high: null, level, n: 0 };
}

/**
 * Mean over clusters with its Student t interval (cluster-t: the values are one mean a transcript, since probes of one
 * transcript are not independent). Throws RangeError for a value that is not finite.
 */
export function clusterEstimate(values: readonly number[], level = 0.95): Estimate {
  for (const value of values) {
    if (!Number.isFinite(value)) throw new RangeError(`Cannot average ${value}.`);
  }
  const n = values.length;
  if (n === 0) return noEstimate(level);
  const value = mean([...values]);
  if (n < MIN_CLUSTERS) return { value, low: null, high: null, level, n };
  const standardError = sampleStandardDeviation([...values]) / Math.sqrt(n);
  const reach = studentQuantile(0.5 + level / 2, n - 1) * standardError;
  return { value, low: value - reach, high: value + reach, level, n };
}

/**
 * {@link clusterEstimate} for shares in [0, 1]: the interval stays within [0, 1], and where all clusters are 0 or all are 1,
 * so that their spread says nothing, it is Wilson's over the clusters.
 */
export function shareEstimate(values: readonly number[], level = 0.95): Estimate {
  const estimate = clusterEstimate(values, level);
  if (estimate.low === null || estimate.high === null) return estimate;
  const hits = values.filter((value) => value === 1).length;
  if (hits === values.length || values.every((value) => value === 0)) {
    return { ...estimate, ...wilsonInterval({ hits, total: values.length, level }) };
  }
  return { ...estimate, low: Math.max(0, estimate.low), high: Math.min(1, estimate.high) };
}
