import { type Blob, createBlob } from '../blobs.ts';
import { pairKey, pairParts } from '../keys.ts';
import {
  checkStructure,
  keepScoreCurve,
  pinsKept,
  reusablePrefixTokens,
  survival,
  unsupportedValues,
  verdictQuality,
} from '../measures/index.ts';
import type { PlannedCell } from '../types/cell.ts';
import type { Clock } from '../types/clock.ts';
import type {
  CompactedContext,
  CompactionResult,
  Step,
  VerdictReport,
} from '../types/compactor.ts';
import type { TokenCounter } from '../types/counter.ts';
import type { Fact } from '../types/fact.ts';
import type { JsonObject } from '../types/json.ts';
import type { Message } from '../types/message.ts';
import type { CallRecord, CellIdentity, CompactedRecord } from '../types/record.ts';
import type { CompactionOutcome } from './compact-once.ts';

/** What a record of one compaction is made of. */
export interface RecordInput {
  cell: PlannedCell;
  clock: Clock;
  counter: TokenCounter;
  round: number;
  /** Messages of the transcript that had been played. */
  played: number;
  /** What the compactor was given. */
  input: readonly Message[];
  /** The target that it was given; differs from the cell's in replay. */
  targetTokens: number;
  outcome: CompactionOutcome;
  /** Facts whose evidence had been played. */
  facts: readonly Fact[];
  extra?: JsonObject;
}

/** A record with the context that it is about (null where there is none) and that context's blob. */
export interface RecordedContext {
  record: CompactedRecord;
  messages: readonly Message[] | null;
  blob: Blob | null;
}

/** Counts, checks and searches a context, and makes the record of its compaction. */
export function createCompactedRecord(input: RecordInput): RecordedContext {
  const { cell, counter, outcome, facts } = input;
  const { result, calls } = outcome;
  const context = contextOf(result, input.input);
  const blob = context === null ? null : createBlob(context.messages);
  const steps = 'steps' in result ? result.steps : [];
  const verdicts = 'verdicts' in result ? (result.verdicts ?? null) : null;
  const structure =
    context === null
      ? { violations: [], createdMessages: 0 }
      : checkStructure({ before: input.input, after: context.messages, origins: context.origins });
  const record: CompactedRecord = {
    type: 'compacted',
    ...cellIdentity(cell, input),
    round: input.round,
    played: input.played,
    status: result.status,
    reason: result.status === 'skipped' ? result.reason : null,
    cause: result.status === 'fallback' || result.status === 'failed' ? result.cause : null,
    step: result.status === 'fallback' ? result.step : null,
    steps: steps.map(({ durationMs: _durationMs, ...step }) => step),
    attempts: attemptsOf(steps),
    verdicts,
    origins: context?.origins ?? null,
    contextBlob: blob?.id ?? null,
    tokensBefore: counter.count(input.input),
    tokensAfter: context === null ? null : counter.count(context.messages),
    calls: calls.map(withoutTimes),
    violations: structure.violations,
    createdMessages: structure.createdMessages,
    survival: context === null ? [] : survival(context.messages, facts),
    unsupportedValues: context === null ? null : unsupportedOf(context, input.input, calls),
    pins:
      context === null ? { total: 0, kept: 0 } : pinsKept(context.messages, cell.transcript.pins),
    reusablePrefixTokens:
      context === null ? null : reusablePrefixTokens(input.input, context.messages, counter),
    extra: { ...verdictExtra(verdicts, facts), ...input.extra },
    measured: {
      latencyMs: outcome.latencyMs,
      modelMs: outcome.latencyMs === null ? null : sum(calls.map((call) => call.durationMs)),
      stepMs: steps.map((step) => step.durationMs),
      callMs: calls.map(({ durationMs, firstTokenMs }) => ({ durationMs, firstTokenMs })),
    },
  };
  return { record, messages: context?.messages ?? null, blob };
}

function cellIdentity(cell: PlannedCell, input: RecordInput): CellIdentity {
  const { compactor, transcript, budget, models } = cell;
  return {
    compactionKey: cell.compactionKey,
    pairKey: pairKey({ ...pairParts(cell), round: input.round, reader: null }),
    compactor: compactor.name,
    compactorVersion: compactor.version,
    role: compactor.role,
    params: compactor.params,
    model: models.main?.info.id ?? null,
    smallModel: models.small?.info.id ?? null,
    tier: models.main?.info.tier ?? null,
    dataset: transcript.dataset,
    transcript: transcript.id,
    split: transcript.split,
    source: transcript.source.kind,
    domain: transcript.domain,
    mode: cell.mode,
    budgetRatio: budget.ratio,
    targetTokens: input.targetTokens,
    windowTokens: cell.windowTokens,
    attemptMs: cell.budgets.attemptMs,
    totalMs: cell.budgets.totalMs,
    fault: cell.fault,
    trial: cell.trial,
    seed: cell.seed,
    counter: cell.counterName,
    clock: input.clock.kind,
  };
}

/** The context that a result stands for: a skipped compaction's is its input; null where there is none. */
export function contextOf(
  result: CompactionResult,
  input: readonly Message[],
): CompactedContext | null {
  switch (result.status) {
    case 'compacted':
    case 'fallback':
      return { messages: result.messages, origins: result.origins };
    case 'skipped':
      return {
        messages: [...input],
        origins: input.map(({ id }) => ({ type: 'kept', id })),
      };
    default:
      return null;
  }
}

/** Only text that a model had a hand in can claim something; the notes of a model-free compactor are its own. */
function unsupportedOf(
  context: CompactedContext,
  input: readonly Message[],
  calls: readonly CallRecord[],
): string[] | null {
  if (calls.length === 0) return null;
  const created = context.messages.filter((_, index) => context.origins[index]?.type !== 'kept');
  return unsupportedValues(created, input);
}

function verdictExtra(verdicts: VerdictReport | null, facts: readonly Fact[]): JsonObject {
  if (verdicts === null) return {};
  const { dropPrecision, dropRecall, coverage } = verdictQuality(verdicts, facts);
  const curve = keepScoreCurve(verdicts, facts).map((point) => ({ ...point }));
  return {
    dropPrecision,
    dropRecall,
    verdictCoverage: coverage,
    ...(curve.length > 0 ? { keepScoreCurve: curve } : {}),
  };
}

function withoutTimes(call: CallRecord): CompactedRecord['calls'][number] {
  const { durationMs: _durationMs, firstTokenMs: _firstTokenMs, ...rest } = call;
  return rest;
}

function attemptsOf(steps: readonly Step[]): number {
  return sum(steps.map((step) => step.attempts));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
