import type { Clock } from './clock.ts';
import type { TokenCounter } from './counter.ts';
import type { JsonObject } from './json.ts';
import type { Message, ToolSchema } from './message.ts';
import type { ModelClient } from './model.ts';
import type { Cause, SkipReason } from './status.ts';
import type { ReportedUsage } from './transcript.ts';

/** What a compactor is in the comparison. Roles other than `strategy` are exempt from the contract points that they break by definition. */
export type CompactorRole =
  | 'strategy'
  | 'variant'
  | 'ceiling'
  | 'floor'
  | 'random'
  | 'recency'
  | 'oracle'
  | 'peer'
  | 'recorded';

/** Where an output message comes from: kept as it was, a rewrite of input messages, or new (standing for `ids`, maybe none). */
export type Origin =
  | { type: 'kept'; id: string }
  | { type: 'replaced'; ids: string[] }
  | { type: 'created'; ids: string[] };

/** One rung that was tried. `cause` is null where it succeeded; `detail` holds a status code or a bounded message. */
export interface Step {
  rung: string;
  attempts: number;
  cause: Cause | null;
  detail: string | null;
  durationMs: number;
}

/** The verdict on one unit. `score` in [0, 1], 1 = keep, where the variant gives scores; `verdict` null = none was given. */
export interface UnitVerdict {
  unitId: string;
  messageIds: string[];
  verdict: 'keep' | 'drop' | null;
  score: number | null;
}

/** What came of asking for verdicts. `faults` counts each cause seen, also those that were forgiven; `asked` and `answered` are units. */
export interface VerdictReport {
  units: UnitVerdict[];
  asked: number;
  answered: number;
  repaired: number;
  faults: Partial<Record<Cause, number>>;
}

/** A context with the origin of each message, index by index. */
export interface CompactedContext {
  messages: Message[];
  origins: Origin[];
}

/** What a compaction came to: exactly one status. Context of `skipped` = the input. */
export type CompactionResult =
  | ({ status: 'compacted'; steps: Step[]; verdicts?: VerdictReport } & CompactedContext)
  | { status: 'skipped'; reason: SkipReason }
  | ({
      status: 'fallback';
      step: string;
      cause: Cause;
      steps: Step[];
      verdicts?: VerdictReport;
    } & CompactedContext)
  | { status: 'failed'; cause: Cause; steps: Step[]; verdicts?: VerdictReport }
  | { status: 'cancelled'; steps: Step[] };

/** Time limits in ms. null = the strategy's own default, a number overrides it. */
export interface Budgets {
  attemptMs: number | null;
  totalMs: number | null;
}

/** The models of a compaction. A strategy that needs one and gets null fails with `model-unavailable`. */
export interface CompactionModels {
  main: ModelClient;
  small?: ModelClient;
}

/** Everything that a compactor may use. Nothing in it may be mutated. Tokens are by `counter`. */
export interface CompactionRequest {
  messages: readonly Message[];
  tools: readonly ToolSchema[];
  targetTokens: number;
  windowTokens: number;
  force: boolean;
  counter: TokenCounter;
  models: CompactionModels | null;
  budgets: Budgets;
  usage: readonly ReportedUsage[] | null;
  pins: readonly string[];
  clock: Clock;
  seed: number;
  /** 0 for the first trial; later trials use `temperature` 0.7 and their own seed. */
  temperature: number;
  signal: AbortSignal;
  /** Name of what is being compacted, for hand-written answers: transcript id and round. */
  task: string;
  /** How the transcript is worked through; absent = one-shot. Strategies keep their own defaults in a replay. */
  mode?: 'one-shot' | 'replay' | 'continuation';
  onEvent?: (event: CompactionEvent) => void;
}

/** Progress of a compaction. Listeners cannot fail or delay it. */
export type CompactionEvent =
  | { type: 'pass'; pass: number }
  | { type: 'attempt'; rung: string; attempt: number }
  | { type: 'retry'; rung: string; attempt: number; waitMs: number; cause: Cause }
  | { type: 'delta'; rung: string; text: string }
  | { type: 'done'; rung: string }
  | { type: 'both-failed'; pass: number };

/** A strategy. `params` are all settings that change its output, defaults filled in; they go into keys and the log. */
export interface Compactor {
  readonly name: string;
  /** What it was made as, where a label took the place of that name; absent = the name. */
  readonly type?: string;
  readonly version: number;
  readonly role: CompactorRole;
  readonly params: JsonObject;
  /** True where it cannot work without `request.models`. */
  readonly needsModel: boolean;
  compact(request: CompactionRequest): Promise<CompactionResult>;
  warmUp?(): Promise<void>;
  close?(): Promise<void>;
}
