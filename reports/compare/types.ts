import type { CompactedRecord, FactKind, GradedRecord } from '../../harness/index.ts';
import type { Estimate } from '../statistics/estimate.ts';
import type { CompactionFigures } from '../summarize/types.ts';

/** One run's part of a pair: of a replay its last round. */
export interface PairSide {
  record: CompactedRecord;
  compaction: CompactionFigures;
  /** Grades of this context, by reader. */
  graded: Map<string, GradedRecord>;
}

/** One cell in both runs. */
export interface CellPair {
  pairKey: string;
  transcript: string;
  baseline: PairSide;
  candidate: PairSide;
}

/** Cells of two runs, paired by `pairKey`. */
export interface Pairing {
  pairs: CellPair[];
  onlyBaseline: CompactedRecord[];
  onlyCandidate: CompactedRecord[];
}

/** Names of what two runs are compared by. */
export type MetricName =
  | 'survival'
  | 'recall'
  | 'stale'
  | 'invented'
  | 'pins'
  | 'unsupported'
  | 'violations'
  | 'reduction'
  | 'adherence'
  | 'fallback'
  | 'failure'
  | 'latency'
  | 'tokens'
  | 'cost';

/** Which pairs a difference is over: all (`overall`), one compactor with its models, or one kind of fact. */
export interface ComparedGroup {
  type: 'overall' | 'compactor' | 'kind';
  /** For people, untrusted: `summary (qwen)`; empty for `overall`. */
  name: string;
}

/** A fact whose fate differs between the runs, over the pairs that hold it. */
export interface FactChange {
  factId: string;
  kind: FactKind | null;
  transcript: string;
  quote: string | null;
  statement: string | null;
  /** Pairs in which only the baseline has it, and only the candidate. */
  lost: number;
  gained: number;
  /** Compactors in which it was lost or gained. */
  compactors: string[];
}

/** Difference candidate - baseline of one metric in one group, by transcript. */
export interface MetricDifference {
  metric: MetricName;
  reader: string | null;
  group: ComparedGroup;
  baseline: number | null;
  candidate: number | null;
  difference: Estimate;
  /** One value a transcript, in the order of transcript ids. */
  byTranscript: { transcript: string; difference: number }[];
  /** True where every paired value is equal: the difference is exactly 0, whatever n. */
  unchanged: boolean;
  /** Facts that differ (survival and recall): how many were lost and gained on balance, with the exact McNemar p as description. */
  facts: { lost: number; gained: number; p: number } | null;
}
