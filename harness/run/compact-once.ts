import { ModelError } from '../errors.ts';
import type { Meter } from '../meter.ts';
import type { PlannedCell } from '../types/cell.ts';
import type { Clock } from '../types/clock.ts';
import type { CompactionRequest, CompactionResult, Compactor } from '../types/compactor.ts';
import type { TokenCounter } from '../types/counter.ts';
import type { Message } from '../types/message.ts';
import type { ModelClient } from '../types/model.ts';
import type { CallRecord } from '../types/record.ts';
import type { Cause } from '../types/status.ts';
import type { ReportedUsage } from '../types/transcript.ts';

/** What a cell needs from its run. */
export interface CellEnvironment {
  counter: TokenCounter;
  /** The cell's own clock. */
  clock: Clock;
  meter: Meter;
  /** The model as this cell meets it: recorded, faulty or live. */
  wrapModel(client: ModelClient, cell: PlannedCell): ModelClient;
  signal: AbortSignal;
}

/** One compaction to be run: what of the transcript, to which size. */
export interface CompactionTask {
  cell: PlannedCell;
  messages: readonly Message[];
  targetTokens: number;
  windowTokens: number;
  force: boolean;
  usage: readonly ReportedUsage[] | null;
  /** Transcript id and round, such as `sql-report#1`. */
  task: string;
}

/** What came of one compaction, measured from outside. */
export interface CompactionOutcome {
  result: CompactionResult;
  /** Calls of this compaction only. */
  calls: CallRecord[];
  /** On the cell's clock; null where a virtual clock saw nothing happen, since work without calls takes no virtual time. */
  latencyMs: number | null;
  /** What a throw said, bounded; null where nothing was thrown. */
  thrown: string | null;
}

/** Causes that say that a cell could not be run as planned: it counts as missing, outside every rate. */
const MISSING_CAUSES: ReadonlySet<Cause> = new Set(['no-recording', 'model-unavailable']);

const MAX_DETAIL = 500;

/**
 * Runs one compaction with metered models and stops the clock. Never throws: a compactor that does is `failed(crash)` (or the cause of
 * the model error that it let through), one whose result breaks its type is `failed(protocol)`, and any call without a recording or a
 * model makes it `failed` with that cause.
 */
export async function compactOnce(
  task: CompactionTask,
  environment: CellEnvironment,
): Promise<CompactionOutcome> {
  const { cell } = task;
  const { clock, meter } = environment;
  // A compactor that changes its input fails at once, and no other cell sees the change.
  deepFreeze(task.messages);
  const callsBefore = meter.calls().length;
  const startMs = clock.now();
  let thrown: string | null = null;
  let result: CompactionResult;
  try {
    await warmUpOnce(cell.compactor);
    result = checkedResult(await cell.compactor.compact(requestOf(task, environment)));
  } catch (error) {
    thrown = describeThrown(error);
    result = environment.signal.aborted
      ? { status: 'cancelled', steps: [] }
      : { status: 'failed', cause: causeOf(error), steps: [crashStep(cell, error, thrown)] };
  }
  const elapsedMs = clock.now() - startMs;
  const calls = meter.calls().slice(callsBefore);
  const unseen = clock.kind === 'virtual' && elapsedMs === 0 && calls.length === 0;
  return {
    result: withMissing(result, calls),
    calls,
    latencyMs: unseen ? null : elapsedMs,
    thrown,
  };
}

function requestOf(task: CompactionTask, environment: CellEnvironment): CompactionRequest {
  const { cell } = task;
  const { main, small } = cell.models;
  const watch = (client: ModelClient): ModelClient =>
    environment.meter.wrap(environment.wrapModel(client, cell));
  return {
    messages: task.messages,
    tools: cell.transcript.tools,
    targetTokens: task.targetTokens,
    windowTokens: task.windowTokens,
    force: task.force,
    counter: environment.counter,
    models:
      main === null
        ? null
        : { main: watch(main), ...(small === null ? {} : { small: watch(small) }) },
    budgets: cell.budgets,
    usage: task.usage,
    pins: cell.transcript.pins,
    clock: environment.clock,
    seed: cell.seed,
    temperature: cell.trial === 1 ? 0 : 0.7,
    signal: environment.signal,
    task: task.task,
    mode: cell.mode,
  };
}

const warmed = new WeakMap<Compactor, Promise<void>>();

/** A compactor is warmed up once; a failure fails each of its cells in turn. */
function warmUpOnce(compactor: Compactor): Promise<void> {
  const known = warmed.get(compactor);
  if (known !== undefined) return known;
  const warming = compactor.warmUp?.() ?? Promise.resolve();
  warmed.set(compactor, warming);
  return warming;
}

function checkedResult(result: CompactionResult): CompactionResult {
  if (result.status !== 'compacted' && result.status !== 'fallback') return result;
  if (result.messages.length === result.origins.length) return result;
  const detail = `${result.messages.length} messages with ${result.origins.length} origins`;
  const step = { rung: 'harness', attempts: 1, cause: 'protocol' as const, detail, durationMs: 0 };
  return { status: 'failed', cause: 'protocol', steps: [...result.steps, step] };
}

function withMissing(result: CompactionResult, calls: readonly CallRecord[]): CompactionResult {
  const steps = 'steps' in result ? result.steps : [];
  const causes = [...calls.map((call) => call.cause), ...steps.map((step) => step.cause)];
  const missing = causes.find((cause) => cause !== null && MISSING_CAUSES.has(cause));
  if (!missing || result.status === 'cancelled') return result;
  const verdicts = 'verdicts' in result && result.verdicts ? { verdicts: result.verdicts } : {};
  return { status: 'failed', cause: missing, steps, ...verdicts };
}

/** True for a result that only says that the cell could not be run as planned. */
export function isMissing(result: CompactionResult): boolean {
  return result.status === 'failed' && MISSING_CAUSES.has(result.cause);
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
}

function causeOf(error: unknown): Cause {
  return error instanceof ModelError ? error.reason : 'crash';
}

function crashStep(cell: PlannedCell, error: unknown, detail: string) {
  return {
    rung: cell.compactor.name,
    attempts: 1,
    cause: causeOf(error),
    detail,
    durationMs: 0,
  };
}

function describeThrown(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, MAX_DETAIL);
}
