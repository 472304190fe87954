import type { ColumnFormat, ColumnValue } from '../columns/column.ts';
import type { Estimate } from '../statistics/estimate.ts';

/** What people see where there is no value. */
export const MISSING = 'n/a';

/** A value as people read it. Missing and not finite are `n/a`, never 0. */
export function formatValue(value: ColumnValue, format: ColumnFormat): string {
  if (value === null) return MISSING;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (!Number.isFinite(value)) return MISSING;
  if (format === 'rate') return formatRate(value);
  if (format === 'ms') return formatMs(value);
  if (format === 'usd') return `$${value.toPrecision(3)}`;
  if (format === 'count') return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
  return value.toLocaleString('en-US', { maximumFractionDigits: 3 });
}

/** A share in per cent with one decimal: 0.6321 is `63.2 %`. */
export function formatRate(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return MISSING;
  const text = (value * 100).toFixed(1);
  return `${text === '-0.0' ? '0.0' : text} %`;
}

/** A duration: `0.42 ms`, `12 ms`, `1.25 s`, `3.2 min`. */
export function formatMs(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return MISSING;
  const size = Math.abs(value);
  if (size >= 100_000) return `${(value / 60_000).toFixed(1)} min`;
  if (size >= 1000) return `${(value / 1000).toFixed(2)} s`;
  return size >= 10 || value === 0 ? `${value.toFixed(0)} ms` : `${value.toPrecision(2)} ms`;
}

/** A share with its interval: `63.2 % [55.0, 71.4]`; without one where n is too small. */
export function formatEstimate(estimate: Estimate): string {
  const { value, low, high } = estimate;
  if (value === null) return MISSING;
  if (low === null || high === null) return formatRate(value);
  return `${formatRate(value)} [${(low * 100).toFixed(1)}, ${(high * 100).toFixed(1)}]`;
}

/** A difference of shares in points with its sign: `-4.2 points [-6.1, -2.3]`. */
export function formatPoints(estimate: Estimate): string {
  const { value, low, high } = estimate;
  if (value === null) return MISSING;
  const points = `${signed(value * 100)} points`;
  if (low === null || high === null) return points;
  return `${points} [${signed(low * 100)}, ${signed(high * 100)}]`;
}

/** One decimal with a sign; plain 0.0 where it rounds to nothing. */
export function signed(value: number, digits = 1): string {
  const text = value.toFixed(digits);
  if (Number(text) === 0) return (0).toFixed(digits);
  return value > 0 ? `+${text}` : text;
}
