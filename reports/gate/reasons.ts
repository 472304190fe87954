import { formatDifference, formatFact, formatP, formatSubject } from '../compare/format.ts';
import { metricOf } from '../compare/metrics.ts';
import type { FactChange } from '../compare/types.ts';
import type { Finding, Reason } from './types.ts';

/** Facts named in a sentence; the rest is counted. */
const NAMED_FACTS = 5;

/** What a margin allows, in the metric's unit. */
export function formatMargin(finding: Finding): string {
  const { unit } = metricOf(finding.difference.metric);
  if (unit === 'points') {
    const points = Number((finding.margin * 100).toFixed(2));
    return points === 1 ? '1 point' : `${points} points`;
  }
  return unit === 'relative'
    ? `${Number((finding.margin * 100).toFixed(2))} %`
    : String(finding.margin);
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

function lostSentence(changes: readonly FactChange[]): string {
  const lost = changes.filter((change) => change.lost > 0);
  if (lost.length === 0) return '';
  const named = lost.slice(0, NAMED_FACTS).map(formatFact);
  const rest = lost.length - named.length;
  return ` Newly lost: ${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`;
}
