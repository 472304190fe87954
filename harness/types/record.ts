import type { Mode } from './cell.ts';
import type { Origin, Step, VerdictReport } from './compactor.ts';
import type { Carrier, FactKind } from './fact.ts';
import type { Grade, QuestionForm } from './grade.ts';
import type { Json, JsonObject } from './json.ts';
import type { ModelInfo } from './model.ts';
import type { Cause, SkipReason } from './status.ts';
import type { AgentKind, SourceKind } from './transcript.ts';

/** Version of the run log. A newer one is refused, an older one migrated step by step. */
export const LOG_SCHEMA_VERSION = 1;

/** Names one round of one cell; repeated on each record, so that a reader needs no join. */
export interface CellIdentity {
  compactionKey: string;
  pairKey: string;
  compactor: string;
  compactorVersion: number;
  role: string;
  params: JsonObject;
  model: string | null;
  smallModel: string | null;
  tier: string | null;
  dataset: string;
  transcript: string;
  split: string;
  /** Where the transcript comes from: synthetic ones stay out of headline figures. */
  source?: SourceKind;
  domain: string;
  mode: Mode;
  budgetRatio: number | null;
  targetTokens: number;
  windowTokens: number;
  attemptMs: number | null;
  totalMs: number | null;
  fault: string;
  trial: number;
  seed: number;
  counter: string;
  clock: 'real' | 'virtual';
}

/** One model call as metered from outside. Times in ms on the cell's clock. */
export interface CallRecord {
  model: string;
  purpose: string;
  promptId: string;
  promptHash: string;
  attempt: number;
  stopReason: string | null;
  cause: Cause | null;
  detail: string | null;
  promptTokens: number | null;
  completionTokens: number | null;
  cachedTokens: number | null;
  requestBlob: string;
  answerBlob: string | null;
  format: string;
  temperature: number;
  seed: number;
  firstTokenMs: number | null;
  durationMs: number;
}

/** A breach of structure. `messageId` where one message is at fault. */
export interface Violation {
  kind:
    | 'orphan-result'
    | 'split-pair'
    | 'lost-system'
    | 'lost-newest-user'
    | 'changed-kept-message'
    | 'order'
    | 'empty'
    | 'invented-user-turn'
    | 'duplicate-call-id';
  messageId: string | null;
  detail: string;
}

/** A fact's fate in one context. `survived` null = it has no survival (absent). `staleSurvived`: the old value still stands. */
export interface FactSurvival {
  factId: string;
  survived: boolean | null;
  staleSurvived: boolean | null;
}

/** What names a planned cell before it has a record. */
export type PlannedIdentity = Pick<
  CellIdentity,
  | 'compactionKey'
  | 'compactor'
  | 'role'
  | 'model'
  | 'smallModel'
  | 'tier'
  | 'transcript'
  | 'split'
  | 'source'
  | 'mode'
  | 'budgetRatio'
  | 'targetTokens'
  | 'attemptMs'
  | 'totalMs'
  | 'fault'
  | 'trial'
>;

/** What a report says of a fact without opening its dataset. `quote` is its first evidence, at most 200 characters; null where it has none. */
export interface FactInfo {
  id: string;
  transcript: string;
  kind: FactKind;
  carrier: Carrier | null;
  /** Tenth of the transcript where the evidence stands, 1 to 10; null for absent facts. */
  position: number | null;
  statement: string;
  quote: string | null;
}

/** First line of a log; a resumed run adds another. */
export interface RunStarted {
  type: 'run_started';
  schemaVersion: number;
  keyVersion: string;
  sourceHash: string;
  /** Plan settings that identify the run (no concurrency, no base URLs). */
  settings: JsonObject;
  versions: Record<string, string>;
  datasets: { name: string; version: string; hash: string }[];
  prompts: Record<string, string>;
  models: ModelInfo[];
  readers: { id: string; digest: string | null; promptHash: string; canAbstain: boolean }[];
  plannedKeys: string[];
  /** The planned cells in plan order: rows of reports stand in it, and a cell without a record is missing from its own group. */
  plannedCells?: PlannedIdentity[];
  /** The facts of the transcripts in the plan, once each. */
  facts?: FactInfo[];
  /** How the assistant turns of the transcripts in the plan came about, each kind once. */
  agents?: AgentKind[];
  seed: number;
  /** Differs from machine to machine: no part of the canonical form. */
  measured: { startedAt: string; host: JsonObject; servers: JsonObject };
}

/** One compaction and round. Tokens by the primary counter. `contextBlob` is null where there is no context. */
export interface CompactedRecord extends CellIdentity {
  type: 'compacted';
  round: number;
  /** Messages of the transcript that had been played when it was compacted (all, in one-shot). */
  played: number;
  status: 'compacted' | 'skipped' | 'fallback' | 'failed' | 'cancelled';
  reason: SkipReason | null;
  cause: Cause | null;
  step: string | null;
  steps: Omit<Step, 'durationMs'>[];
  attempts: number;
  verdicts: VerdictReport | null;
  origins: Origin[] | null;
  contextBlob: string | null;
  tokensBefore: number;
  tokensAfter: number | null;
  calls: Omit<CallRecord, 'durationMs' | 'firstTokenMs'>[];
  violations: Violation[];
  /** Messages that a compactor made and marked as its own. */
  createdMessages: number;
  survival: FactSurvival[];
  unsupportedValues: string[] | null;
  pins: { total: number; kept: number };
  /** Prefix tokens that a prompt cache could still use. */
  reusablePrefixTokens: number | null;
  extra: { [key: string]: Json };
  measured: {
    latencyMs: number | null;
    modelMs: number | null;
    stepMs: number[];
    callMs: { durationMs: number; firstTokenMs: number | null }[];
  };
}

/** One probe's outcome. */
export interface ProbeRecord {
  factId: string;
  kind: FactKind;
  carrier: Carrier | null;
  /** Tenth of the transcript where the evidence stands, 1 to 10; null for absent facts. */
  position: number | null;
  questionForm: QuestionForm;
  answer: string | null;
  abstained: boolean | null;
  grade: Grade;
  /** The old value was given (superseded facts), or anything but "not known" (absent facts); null = not told. */
  stale: boolean | null;
  invented: boolean | null;
}

/** All probes of one context by one reader. */
export interface GradedRecord {
  type: 'graded';
  gradeKey: string;
  compactionKey: string;
  pairKey: string;
  round: number;
  reader: string;
  graders: string[];
  judge: string | null;
  probes: ProbeRecord[];
  measured: { durationMs: number };
}

/** Repeated timings of a model-free compactor, in ms, real clock. Every figure of it is measured. */
export interface TimedRecord {
  type: 'timed';
  compactor: string;
  params: JsonObject;
  sizeClass: string;
  transcript: string;
  measured: { samplesMs: number[]; p50Ms: number; p95Ms: number };
}

/** Last line of a part of a run. */
export interface RunFinished {
  type: 'run_finished';
  cells: number;
  failed: number;
  missing: number;
  measured: { finishedAt: string; durationMs: number };
}

/** One line of the run log. */
export type RunRecord = RunStarted | CompactedRecord | GradedRecord | TimedRecord | RunFinished;
