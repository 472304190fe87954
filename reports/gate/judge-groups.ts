import { detectableLoss } from '../statistics/detectable.ts';
import { MIN_CLUSTERS } from '../statistics/estimate.ts';
import { holmAdjust } from '../statistics/holm.ts';
import { lossPValue } from '../statistics/one-sided.ts';
import { isEvident, type JudgeInput, orientedGains, orientedInterval } from './judge.ts';
import type { Finding } from './types.ts';

/** A group's difference with the number of facts behind it (null for metrics that are not about facts). */
export interface GroupInput extends JudgeInput {
  factCount: number | null;
}

/**
 * Judges groups together. Holm's adjustment over every group that changed and whose size can show a loss keeps the chance of
 * any false `fail` at `alpha`. A group never makes a run inconclusive: what its size cannot show is `too-small`, and a loss
 * that is not shown is `not-shown`, with its interval.
 */
export function judgeGroups(groups: readonly GroupInput[], alpha: number): Finding[] {
  const changed = groups.filter(({ difference }) => !difference.unchanged).length;
  const drafts = groups.map((group) => draft(group, alpha / Math.max(1, changed)));
  const tested = drafts.filter((finding) => finding.basis === 'holm');
  const adjusted = holmAdjust(tested.map((finding) => finding.pValue ?? 1));
  for (const [index, finding] of tested.entries()) {
    finding.adjusted = adjusted[index] ?? 1;
    if (finding.adjusted <= alpha) finding.verdict = 'fail';
  }
  return drafts;
}

function draft(group: GroupInput, alpha: number): Finding {
  const { difference, margin, lost, broken, factCount } = group;
  const gains = orientedGains(difference);
  const detectable =
    factCount === null
      ? null
      : detectableLoss({
          transcripts: gains.length,
          facts: factCount,
          margin,
          alpha,
        });
  const finding = (
    verdict: Finding['verdict'],
    basis: Finding['basis'],
    pValue: number | null,
  ): Finding => ({
    difference,
    margin,
    verdict,
    basis,
    pValue,
    adjusted: null,
    transcriptsNeeded: null,
    detectable,
    lost,
    broken,
  });
  if (broken.length > 0) return finding('fail', 'newly-broken', null);
  if (difference.unchanged) return finding('pass', 'equal', null);
  if (gains.length < MIN_CLUSTERS) {
    // Of facts, the exact test joins the others in Holm's adjustment; without facts there is nothing to test with.
    if (!isEvident(group)) return finding('too-small', 'few-transcripts', null);
    const { facts } = difference;
    return facts === null
      ? finding('fail', 'evident', null)
      : finding('not-shown', 'holm', facts.p / 2);
  }
  if (factCount !== null && detectable === null)
    return finding('too-small', 'few-transcripts', null);
  const isWithin = orientedInterval(difference).low >= -margin;
  return finding(isWithin ? 'pass' : 'not-shown', 'holm', lossPValue(gains, margin));
}
