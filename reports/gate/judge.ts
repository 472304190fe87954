import { metricOf } from '../compare/metrics.ts';
import type { FactChange, MetricDifference } from '../compare/types.ts';
import { MIN_CLUSTERS } from '../statistics/estimate.ts';
import { clustersNeeded, lossPValue } from '../statistics/one-sided.ts';
import type { Finding } from './types.ts';

/** A loss of this many margins on the mean, with no transcript that gains, needs no interval to be seen. */
const EVIDENT_MARGINS = 5;
/** Facts lost on balance must be more than chance would lose. */
const EVIDENT_P = 0.01;

/** What a difference is judged with. */
export interface JudgeInput {
  difference: MetricDifference;
  margin: number;
  level: number;
  lost: FactChange[];
  broken: string[];
}

/**
 * Judges an overall difference: equal pairs pass whatever n; one newly broken pair fails where one is enough; else the whole
 * interval beyond the margin fails, the whole interval within it passes, anything between is inconclusive. Under 8 transcripts
 * there is no interval: only an evident loss fails (no transcript gains, five margins or more on the mean, and the facts lost
 * are beyond chance), everything else that changed is inconclusive.
 */
export function judgeOverall(input: JudgeInput): Finding {
  const { difference, margin, level } = input;
  const gains = orientedGains(difference);
  const finding = (verdict: Finding['verdict'], basis: Finding['basis']): Finding => ({
    difference,
    margin,
    verdict,
    basis,
    pValue: lossPValue(gains, margin),
    adjusted: null,
    transcriptsNeeded: verdict === 'inconclusive' ? clustersNeeded(gains, { margin, level }) : null,
    detectable: null,
    lost: input.lost,
    broken: input.broken,
  });
  if (input.broken.length > 0) return finding('fail', 'newly-broken');
  if (difference.unchanged) return finding('pass', 'equal');
  if (gains.length < MIN_CLUSTERS) {
    return isEvident(input)
      ? finding('fail', 'evident')
      : finding('inconclusive', 'few-transcripts');
  }
  const { low, high } = orientedInterval(difference);
  if (high < -margin) return finding('fail', 'interval');
  return finding(low >= -margin ? 'pass' : 'inconclusive', 'interval');
}

/** Gain of each transcript: positive is better, whichever way the metric runs. */
export function orientedGains(difference: MetricDifference): number[] {
  const sign = metricOf(difference.metric).better === 'higher' ? 1 : -1;
  return difference.byTranscript.map((row) => sign * row.difference + 0);
}

/** The interval of the gain; without one, all numbers. */
export function orientedInterval({ metric, difference }: MetricDifference): {
  low: number;
  high: number;
} {
  const { low, high } = difference;
  if (low === null || high === null)
    return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  return metricOf(metric).better === 'higher' ? { low, high } : { low: -high, high: -low };
}

/** See {@link judgeOverall}: a loss that leaves no doubt although there is no interval. */
export function isEvident({
  difference,
  margin,
}: Pick<JudgeInput, 'difference' | 'margin'>): boolean {
  const gains = orientedGains(difference);
  if (gains.length === 0 || margin <= 0 || gains.some((gain) => gain > 0)) return false;
  const meanGain = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  if (meanGain > -EVIDENT_MARGINS * margin) return false;
  const { facts } = difference;
  return facts === null || (facts.lost > facts.gained && facts.p <= EVIDENT_P);
}
