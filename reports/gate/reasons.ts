import { metricOf } from '../compare/metrics.ts';
import type { FactChange, MetricDifference } from '../compare/types.ts';
import { clip } from '../render/escape.ts';
import { formatPoints, signed } from '../render/format.ts';
import type { Finding, Reason } from './types.ts';

/** Facts named in a sentence; the rest is counted. */
const NAMED_FACTS = 5;

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

/** What a margin allows, in the metric's unit. */
export function formatMargin(finding: Finding): string {
  const { unit } = metricOf(finding.difference.metric);
  if (unit === 'points') return `${Number((finding.margin * 100).toFixed(2))} points`;
  return unit === 'relative'
    ? `${Number((finding.margin * 100).toFixed(2))} %`
    : String(finding.margin);
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

/** One sentence on a finding that decides: group, difference, interval, and the facts newly lost. */
export function findingReason(finding: Finding): Reason {
  const { difference, verdict, basis, broken } = finding;
  const n = difference.difference.n;
  const subject = formatSubject(difference);
  const change = `changed by ${formatDifference(difference)} over ${n} transcript${n === 1 ? '' : 's'}`;
  const allowed = `a loss of ${formatMargin(finding)} is allowed`;
  if (basis === 'newly-broken') {
    return {
      verdict: 'fail',
      sentence: `${subject}: ${broken.length} cell${broken.length === 1 ? ' is' : 's are'} newly broken (${change}).`,
    };
  }
  if (verdict === 'inconclusive') {
    const needed = finding.transcriptsNeeded;
    const more =
      needed === null
        ? 'more transcripts'
        : needed > n
          ? `about ${needed - n} more transcripts, or as many more trials of noisy cells`
          : 'more trials';
    const why = basis === 'few-transcripts' ? 'under 8 transcripts there is no interval' : allowed;
    return {
      verdict,
      sentence: `${subject} ${change}; ${why}; it would take ${more} to tell.${lostSentence(finding.lost)}`,
    };
  }
  const how =
    basis === 'holm' && finding.adjusted !== null
      ? `, p = ${formatP(finding.adjusted)} after Holm`
      : '';
  return {
    verdict: verdict === 'fail' ? 'fail' : 'pass',
    sentence: `${subject} ${change}${how}; ${allowed}.${lostSentence(finding.lost)}`,
  };
}

/** A p-value as people read it. */
export function formatP(p: number): string {
  return p < 0.001 ? 'below 0.001' : p.toFixed(3);
}

function lostSentence(changes: readonly FactChange[]): string {
  const lost = changes.filter((change) => change.lost > 0);
  if (lost.length === 0) return '';
  const named = lost.slice(0, NAMED_FACTS).map(formatFact);
  const rest = lost.length - named.length;
  return ` Newly lost: ${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`;
}

/** A fact by id, kind and quote. */
export function formatFact(change: FactChange): string {
  const quote = change.quote ?? change.statement;
  return `${change.factId} (${change.kind ?? 'kind not known'}${quote === null ? '' : `, "${clip(quote, 80)}"`})`;
}
