import type { Refusal } from '../compare/comparable.ts';
import type { FactChange, MetricDifference } from '../compare/types.ts';

/** `fail` before `inconclusive` before `pass`. */
export type Verdict = 'pass' | 'fail' | 'inconclusive';

/** A difference with what the gate makes of it. */
export interface Finding {
  difference: MetricDifference;
  margin: number;
  /**
   * Of a group also `not-shown`: it changed, and neither a loss nor its absence is shown; and `too-small`: its size can show no
   * loss. `shown`: a metric that decides nothing.
   */
  verdict: Verdict | 'not-shown' | 'too-small' | 'shown';
  /** Why, in a few words. */
  basis:
    | 'equal'
    | 'interval'
    | 'few-transcripts'
    | 'evident'
    | 'newly-broken'
    | 'holm'
    | 'not-gated';
  /** One-sided p that the loss is beyond the margin, and after Holm; null where there is none. */
  pValue: number | null;
  adjusted: number | null;
  /** Transcripts that it would take, at the spread seen, to settle an inconclusive finding. */
  transcriptsNeeded: number | null;
  /** Smallest loss that a group of this size shows with probability 0.8; null where it can show none. */
  detectable: number | null;
  /** Facts newly lost (survival and recall), most pairs first. */
  lost: FactChange[];
  /** Pairs that the candidate newly breaks, for metrics where one is enough. */
  broken: string[];
}

/** A sentence that decides. */
export interface Reason {
  verdict: Verdict;
  sentence: string;
}

/** What the gate found. */
export interface GateResult {
  verdict: Verdict;
  /** Why the runs cannot be compared; the verdict is then `inconclusive` and nothing else is filled in. */
  refusals: Refusal[];
  reasons: Reason[];
  overall: Finding[];
  groups: Finding[];
  /** Facts that no longer survive somewhere, and that newly do. */
  lost: FactChange[];
  gained: FactChange[];
  pairs: number;
  transcripts: number;
  level: number;
  /** Probes that a recorded reader has no answer to, because the context is new. Reported, never counted as missing. */
  noRecording: { reader: string; probes: number }[];
  /** What else a reader should know, one sentence each. */
  notes: string[];
}

/** Exit code of the gate: 0 pass, 1 fail, 3 inconclusive, 2 refused. */
export function gateExitCode(result: Pick<GateResult, 'verdict' | 'refusals'>): 0 | 1 | 2 | 3 {
  if (result.refusals.length > 0) return 2;
  if (result.verdict === 'fail') return 1;
  return result.verdict === 'pass' ? 0 : 3;
}
