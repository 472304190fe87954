import { clip } from '../render/escape.ts';
import { formatPoints, signed } from '../render/format.ts';
import { metricOf } from './metrics.ts';
import type { FactChange, MetricDifference } from './types.ts';

/** A difference with its interval, in the metric's unit. */
export function formatDifference(row: MetricDifference): string {
  const { unit } = metricOf(row.metric);
  const { value, low, high } = row.difference;
  if (unit === 'points') return formatPoints(row.difference);
  if (value === null) return 'n/a';
  const text = (number: number) =>
    unit === 'relative' ? `${signed(number * 100)} %` : signed(number, 2);
  return low === null || high === null
    ? text(value)
    : `${text(value)} [${text(low)}, ${text(high)}]`;
}

/** `recall by lexical of sliding-window`. */
export function formatSubject(row: MetricDifference): string {
  const reader = row.reader === null ? '' : ` by ${row.reader}`;
  const { type, name } = row.group;
  const group =
    type === 'overall'
      ? 'over all compactors'
      : type === 'kind'
        ? `of facts of kind ${name}`
        : `of ${name}`;
  return `${metricOf(row.metric).label}${reader} ${group}`;
}

/** A p-value as people read it. */
export function formatP(p: number): string {
  return p < 0.001 ? 'below 0.001' : p.toFixed(3);
}

/** A fact by id, kind and quote. */
export function formatFact(change: FactChange): string {
  const quote = change.quote ?? change.statement;
  return `${change.factId} (${change.kind ?? 'kind not known'}${quote === null ? '' : `, "${clip(quote, 80)}"`})`;
}
