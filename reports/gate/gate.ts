import { BenchError, FACT_KINDS, type RunRecord } from '../../harness/index.ts';
import { findRefusals } from '../compare/comparable.ts';
import { changedFacts } from '../compare/fact-changes.ts';
import { factOutcomes } from '../compare/fact-outcomes.ts';
import { comparedPairs, groupDifferences, overallDifferences } from '../compare/groups.ts';
import { pairRuns } from '../compare/pair.ts';
import type { CellPair, FactChange, MetricDifference } from '../compare/types.ts';
import { formatCompactor } from '../render/labels.ts';
import { collectRun } from '../summarize/collect.ts';
import type { RunData } from '../summarize/types.ts';
import { newlyBroken } from './broken.ts';
import { type GateConfig, type GateConfigInput, gateConfigSchema } from './config.ts';
import { countNoRecording, findGaps } from './gaps.ts';
import { judgeOverall } from './judge.ts';
import { judgeGroups } from './judge-groups.ts';
import { gateNotes } from './notes.ts';
import { findingReason } from './reasons.ts';
import type { Finding, GateResult, Reason } from './types.ts';
import { worstFirst, worstVerdict } from './verdict.ts';

/**
 * Compares a candidate with its baseline and gives a verdict with its reasons. Cells are paired by `pairKey`; controls are
 * compared with nothing. `fail`: an overall metric's whole interval is beyond its margin, a group's loss is shown after Holm,
 * or something is newly broken. `inconclusive`: cells or scores are missing, nothing could be compared, or an overall interval
 * reaches over its margin. Else `pass`. Throws E_CONFIG for thresholds that are none.
 */
export function gateRuns(options: {
  baseline: readonly RunRecord[];
  candidate: readonly RunRecord[];
  thresholds?: GateConfigInput;
}): GateResult {
  const config = parseThresholds(options.thresholds ?? {});
  const baseline = collectRun(options.baseline);
  const candidate = collectRun(options.candidate);
  const pairing = pairRuns(baseline, candidate);
  const refusals = findRefusals({ baseline, candidate, pairing });
  if (refusals.length > 0) return refused(refusals, config.level);
  const pairs = comparedPairs(pairing.pairs);
  const data = { ...baseline, facts: new Map([...candidate.facts, ...baseline.facts]) };
  const scope = { reader: null, kind: null, facts: data.facts };
  const overall = judgeAll({ pairs, data, config });
  const groups = config.groups ? judgeAllGroups({ pairs, data, config }) : [];
  const gaps = findGaps({ baseline, candidate, pairing });
  const reasons = [...overallReasons(overall), ...groupReasons(groups), ...gaps];
  const changes = changedFacts(pairs, scope);
  return {
    verdict: worstVerdict(reasons.map((reason) => reason.verdict)),
    refusals: [],
    reasons: worstFirst(reasons),
    overall,
    groups,
    lost: changes.filter((change) => change.lost > 0),
    gained: changes.filter((change) => change.gained > 0),
    pairs: pairs.length,
    transcripts: new Set(pairs.map((pair) => pair.transcript)).size,
    level: config.level,
    noRecording: countNoRecording(pairs),
    notes: gateNotes({ pairs, baseline, candidate, onlyCandidate: pairing.onlyCandidate.length }),
  };
}

function parseThresholds(input: GateConfigInput): GateConfig {
  const parsed = gateConfigSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new BenchError(
    parsed.error.issues.map((issue) => ({
      code: 'E_CONFIG',
      place: `gate.${issue.path.join('.')}`,
      message: issue.message,
      remedy: 'See the gate section of the configuration reference.',
    })),
  );
}

function refused(refusals: GateResult['refusals'], level: number): GateResult {
  return {
    verdict: 'inconclusive',
    refusals,
    reasons: refusals.map(({ message, remedy }) => ({
      verdict: 'inconclusive',
      sentence: `${message} ${remedy}`,
    })),
    overall: [],
    groups: [],
    lost: [],
    gained: [],
    pairs: 0,
    transcripts: 0,
    level,
    noRecording: [],
    notes: [],
  };
}

interface JudgeOptions {
  pairs: CellPair[];
  data: RunData;
  config: GateConfig;
}

function judgeAll({ pairs, data, config }: JudgeOptions): Finding[] {
  return overallDifferences({ pairs, data, level: config.level }).map((difference) => {
    const { margin } = config.metrics[difference.metric];
    const finding = judgeOverall({
      difference,
      margin,
      level: config.level,
      lost: lostFacts(difference, pairs, data),
      broken: newlyBroken(difference.metric, pairs),
    });
    return isGated(difference, pairs, config) ? finding : notGated(finding);
  });
}

function judgeAllGroups({ pairs, data, config }: JudgeOptions): Finding[] {
  const gated = groupDifferences({ pairs, data, level: config.level })
    .map((difference) => ({ difference, own: pairsOf(difference, pairs) }))
    .filter(({ difference, own }) => isGated(difference, own, config));
  const inputs = gated.map(({ difference, own }) => ({
    difference,
    margin: config.metrics[difference.metric].margin,
    level: config.level,
    lost: lostFacts(difference, own, data),
    broken: newlyBroken(difference.metric, own),
    factCount: difference.facts === null ? null : countFacts(difference, own, data),
  }));
  return judgeGroups(inputs, config.groupAlpha);
}

function pairsOf({ group }: MetricDifference, pairs: readonly CellPair[]): CellPair[] {
  if (group.type !== 'compactor') return [...pairs];
  return pairs.filter((pair) => formatCompactor(pair.baseline.record) === group.name);
}

function factScope({ group, reader }: MetricDifference, data: RunData) {
  const kind = group.type === 'kind' ? FACT_KINDS.find((name) => name === group.name) : undefined;
  return { reader, kind: kind ?? null, facts: data.facts };
}

function lostFacts(
  difference: MetricDifference,
  pairs: readonly CellPair[],
  data: RunData,
): FactChange[] {
  if (difference.facts === null) return [];
  return changedFacts(pairs, factScope(difference, data)).filter((change) => change.lost > 0);
}

/** Facts of a group, each once, whatever the number of cells. */
function countFacts(
  difference: MetricDifference,
  pairs: readonly CellPair[],
  data: RunData,
): number {
  const scope = factScope(difference, data);
  const ids = new Set<string>();
  for (const pair of pairs) {
    for (const { factId } of factOutcomes(pair, scope, data.facts)) ids.add(factId);
  }
  return ids.size;
}

/** Latency by the real clock decides only where asked to; a metric that is switched off never does. */
function isGated(
  difference: MetricDifference,
  pairs: readonly CellPair[],
  config: GateConfig,
): boolean {
  if (!config.metrics[difference.metric].gate) return false;
  const isReal = pairs.some((pair) => pair.candidate.record.clock === 'real');
  return difference.metric !== 'latency' || !isReal || config.realLatency;
}

function notGated(finding: Finding): Finding {
  return { ...finding, verdict: 'shown', basis: 'not-gated' };
}

function overallReasons(findings: readonly Finding[]): Reason[] {
  const deciding = findings.filter((finding) => finding.verdict !== 'shown');
  if (!deciding.some((finding) => finding.difference.metric === 'survival')) {
    return [
      {
        verdict: 'inconclusive',
        sentence: 'No context could be compared: survival is not measured in both runs.',
      },
      ...deciding.filter((f) => f.verdict !== 'pass').map(findingReason),
    ];
  }
  return deciding.filter((finding) => finding.verdict !== 'pass').map(findingReason);
}

function groupReasons(findings: readonly Finding[]): Reason[] {
  return findings.filter((finding) => finding.verdict === 'fail').map(findingReason);
}
