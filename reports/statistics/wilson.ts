import { normalQuantile } from './normal.ts';

/** Wilson's score interval of a plain rate (Wilson 1927). `total` 0 gives nulls. */
export function wilsonInterval(options: { hits: number; total: number; level?: number }): {
  low: number | null;
  high: number | null;
} {
  const { hits, total, level = 0.95 } = options;
  if (total === 0) return { low: null, high: null };
  const z = normalQuantile(0.5 + level / 2);
  const rate = hits / total;
  const scale = 1 + (z * z) / total;
  const centre = (rate + (z * z) / (2 * total)) / scale;
  const reach =
    (z / scale) * Math.sqrt((rate * (1 - rate)) / total + (z * z) / (4 * total * total));
  return {
    low: hits === 0 ? 0 : Math.max(0, centre - reach),
    high: hits === total ? 1 : Math.min(1, centre + reach),
  };
}
