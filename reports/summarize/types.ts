import type {
  Carrier,
  CompactedRecord,
  FactInfo,
  FactKind,
  GradedRecord,
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
  costPerSurvivedFactUsd: number | null;
  budgetMissRate: number | null;
  overBudgetP95Ms: number | null;
  latency: LatencyFigures;
}
