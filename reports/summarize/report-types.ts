import type { ModelInfo } from '../../harness/index.ts';
import type { Estimate } from '../statistics/estimate.ts';
import type { CellRow, FactRow, SummaryGroup, SummaryRow } from './types.ts';

/** Survival and recall of one compactor's facts of one kind, carrier or tenth, over its compacted cells. */
export interface BreakdownRow {
  group: SummaryGroup;
  value: string;
  facts: number;
  survival: number | null;
  recall: number | null;
  scored: number;
}

/** How often a cause was the last one, and how often it was seen at all (also where it was repaired), by compactor and model. */
export interface CauseRow {
  compactor: string;
  model: string | null;
  fault: string;
  cause: string;
  failed: number;
  fallback: number;
  seen: number;
  cells: number;
}

/** A probe that one of the controls shows to measure nothing for a reader. */
export interface ProbeNote {
  reader: string;
  transcript: string;
  factId: string;
  kind: string | null;
  statement: string | null;
}

/** One strategy against random-keep at equal tokens kept, by survival. */
export interface RandomRow {
  group: SummaryGroup;
  difference: Estimate;
  /** Transcripts where random-keep was interpolated over a gap wider than 0.02 of the tokens. */
  interpolated: number;
  finding: 'beats' | 'not-shown' | 'does-not-beat' | 'not-comparable';
}

/** Facts about the run for the first lines of a report. */
export interface ReportHeader {
  models: ModelInfo[];
  readers: { id: string; canAbstain: boolean }[];
  /** Why these models, as the run says; null where it does not. */
  modelsReason: string | null;
  strongModel: boolean;
  clocks: ('real' | 'virtual')[];
  datasets: { name: string; version: string; hash: string }[];
  agents: string[];
  keyVersions: string[];
  sourceHashes: string[];
  seed: number | null;
  planned: number;
  recorded: number;
  missing: number;
  durationMs: number | null;
}

/** Codes of the warnings that a report may give. */
export type WarningCode =
  | 'no-run-header'
  | 'no-strong-model'
  | 'no-model'
  | 'missing-cells'
  | 'no-recording'
  | 'failures'
  | 'void'
  | 'few-transcripts'
  | 'no-ceiling'
  | 'no-floor'
  | 'no-random'
  | 'not-beating-random'
  | 'violations'
  | 'unscored'
  | 'not-graded'
  | 'mixed-clocks'
  | 'real-clock'
  | 'mixed-sources'
  | 'synthetic'
  | 'scripted-agent'
  | 'dev-split';

/** A doubt about the figures: what it is, and what to do next. */
export interface Warning {
  code: WarningCode;
  message: string;
  remedy: string;
}

/** Everything that the renderers need; computed once. */
export interface RunSummary {
  header: ReportHeader;
  cells: CellRow[];
  facts: FactRow[];
  summary: SummaryRow[];
  byKind: BreakdownRow[];
  byCarrier: BreakdownRow[];
  byPosition: BreakdownRow[];
  causes: CauseRow[];
  guessable: ProbeNote[];
  unanswerable: ProbeNote[];
  random: RandomRow[];
  noiseFloor: NoiseFloorRow[];
  budgetCurve: CurveRow[];
  pareto: ParetoRow[];
  decay: DecayRow[];
  sessions: SessionRow[];
  nextSteps: NextStepRow[];
  warnings: Warning[];
}

/** Half width of the interval of the difference between two trials of the same cells: what repetition alone can do. */
export interface NoiseFloorRow {
  compactor: string;
  model: string | null;
  reader: string | null;
  survival: Estimate;
  recall: Estimate;
}

/** Survival and recall of one strategy at a share of tokens kept, read off its curve over the budgets, by transcript. */
export interface CurveRow {
  group: SummaryGroup;
  /** Share of the tokens kept, in (0, 1]. */
  kept: number;
  survival: Estimate;
  recall: Estimate;
  /** Transcripts whose value lies between two measured points. */
  interpolated: number;
}

/** What a front is drawn against. */
export type ParetoCost = 'tokens kept' | 'latency' | 'money';

/** A point that no other point beats on both axes, or one that is beaten. */
export interface ParetoRow {
  group: SummaryGroup;
  cost: ParetoCost;
  /** `recall`, or `survival` where nothing was graded. */
  measure: 'recall' | 'survival';
  x: number;
  y: number;
  onFront: boolean;
}

/** A replayed session after its k-th compaction. */
export interface DecayRow {
  group: SummaryGroup;
  round: number;
  transcripts: number;
  survival: number | null;
  recall: number | null;
  staleRate: number | null;
  violations: number;
  /** Of the facts told before the first compaction: the share that survives still. */
  firstRoundSurvival: number | null;
}

/** A replayed session as a whole, averaged over transcripts. */
export interface SessionRow {
  group: SummaryGroup;
  transcripts: number;
  compactions: number;
  tokensSent: number | null;
  tokensSentUncompacted: number | null;
  /** First round after which less than half of a kind's facts of the first round survives; kinds that never fall are left out. */
  cliffs: { kind: string; round: number }[];
}

/** How often the proposed next step was right. */
export interface NextStepRow {
  group: SummaryGroup;
  part: string;
  right: number;
  scored: number;
  unscored: number;
}
