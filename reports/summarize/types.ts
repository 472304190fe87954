import type {
  Carrier,
  CompactedRecord,
  FactInfo,
  FactKind,
  GradedRecord,
  ModelInfo,
  PlannedIdentity,
  ProbeRecord,
  RunFinished,
  RunStarted,
  TimedRecord,
} from '../../harness/index.ts';
import type { Estimate } from '../statistics/estimate.ts';

/** A run log put in order: unique records in plan order, joined by key. */
export interface RunData {
  headers: RunStarted[];
  finished: RunFinished[];
  timed: TimedRecord[];
  compacted: CompactedRecord[];
  /** Graded records by `compactionKey` and round, see `roundKey`. */
  graded: Map<string, GradedRecord[]>;
  facts: Map<string, FactInfo>;
  /** Planned cells that have no record. */
  missingCells: PlannedIdentity[];
  /** Planned keys that have no record (more than `missingCells` where the log names no identities). */
  missingKeys: string[];
}

/** What one reader made of one context. All counts are over facts that the transcript states, except `invented`. */
export interface ProbeFigures {
  probesScored: number;
  probesUnscored: number;
  probesCorrect: number;
  recall: number | null;
  /** Recall without the probes that the floor answers or the ceiling misses. */
  recallCore: number | null;
  recallParaphrase: number | null;
  stale: number | null;
  staleAsked: number;
  invented: number | null;
  inventedAsked: number;
  voidProbes: number;
}

/** Figures of one compaction that follow from its record alone. */
export interface CompactionFigures {
  reduction: number | null;
  targetAdherence: number | null;
  /** null where there is no context. */
  facts: number | null;
  survived: number | null;
  survival: number | null;
  staleSurvived: number | null;
  latencyMs: number | null;
  modelMs: number | null;
  promptTokens: number | null;
  completionTokens: number | null;
  cachedTokens: number | null;
  calls: number;
  costUsd: number | null;
  overBudgetMs: number | null;
  unsupportedValues: number | null;
  dropPrecision: number | null;
  dropRecall: number | null;
  verdictCoverage: number | null;
  /** No recording or no model: outside every rate. */
  missing: boolean;
  /** A model call over a cut prompt. */
  contextCut: boolean;
}

/** A row of cells.csv: a compaction and round, and what one reader made of it (`reader` null = graded by none). */
export interface CellRow {
  record: CompactedRecord;
  graded: GradedRecord | null;
  reader: string | null;
  compaction: CompactionFigures;
  probes: ProbeFigures;
}

/** A row of facts.csv: one probe, or one fact's survival where no reader asked (`probe` null). */
export interface FactRow {
  cell: CellRow;
  factId: string;
  kind: FactKind | null;
  carrier: Carrier | null;
  position: number | null;
  survived: boolean | null;
  staleSurvived: boolean | null;
  probe: ProbeRecord | null;
}

/** What the cells of a summary row have in common. */
export interface SummaryGroup {
  compactor: string;
  role: string;
  model: string | null;
  smallModel: string | null;
  tier: string | null;
  reader: string | null;
  budgetRatio: number | null;
  /** null where the budget is a ratio, and in replay, where the hook sets each round's target. */
  targetTokens: number | null;
  attemptMs: number | null;
  totalMs: number | null;
  mode: string;
  fault: string;
  split: string;
  synthetic: boolean;
}

/** Latency over the cells of a group, with the clock that it comes from; null where two clocks meet. */
export interface LatencyFigures {
  p50Ms: number | null;
  p90Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  n: number;
  clock: 'real' | 'virtual' | null;
}

/** Counts of a group. `cells` = the others added up; `missing` holds cells without a record, too. */
export interface StatusCounts {
  transcripts: number;
  cells: number;
  compacted: number;
  skipped: number;
  fallback: number;
  failed: number;
  cancelled: number;
  missing: number;
  void: number;
  unscored: number;
}

/** A row of summary.csv. Plain figures are over compacted cells, `all*` over every cell with a context. */
export interface SummaryRow {
  group: SummaryGroup;
  /** The cells behind it: in replay each one's last round. */
  cells: CellRow[];
  counts: StatusCounts;
  fallbackRate: number | null;
  failureRate: number | null;
  reduction: Estimate;
  survival: Estimate;
  recall: Estimate;
  recallCore: Estimate;
  recallParaphrase: Estimate;
  recallNormalised: number | null;
  survivalNormalised: number | null;
  reductionAll: number | null;
  survivalAll: number | null;
  recallAll: number | null;
  targetAdherence: number | null;
  staleRate: number | null;
  inventedRate: number | null;
  unsupportedValues: number | null;
  violations: number | null;
  pinsKept: number | null;
  dropPrecision: number | null;
  dropRecall: number | null;
  verdictCoverage: number | null;
  reusablePrefixShare: number | null;
  promptTokens: number | null;
  completionTokens: number | null;
  costUsd: number | null;
  tokensPerSurvivedFact: number | null;
  budgetMissRate: number | null;
  overBudgetP95Ms: number | null;
  latency: LatencyFigures;
}

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
