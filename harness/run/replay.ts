import { CompactionHook, type HookDecision } from '../hook/index.ts';
import type { PlannedCell } from '../types/cell.ts';
import type { Compactor } from '../types/compactor.ts';
import type { Message } from '../types/message.ts';
import type { SkipReason } from '../types/status.ts';
import type { ReportedUsage } from '../types/transcript.ts';
import {
  type CellEnvironment,
  type CompactionOutcome,
  compactOnce,
  isMissing,
} from './compact-once.ts';
import { createCompactedRecord, type RecordedContext } from './compacted-record.ts';
import { playedFacts } from './played.ts';
import { createSessionMeter, type SessionMeter } from './session-meter.ts';

/** A compactor that keeps failing is asked again before each model call; after this many rounds the session goes on without it. */
const MAX_ROUNDS = 50;

/**
 * Plays a recorded transcript step by step under the hook. Before each recorded assistant message the hook may compact what there is;
 * each compaction that was not skipped is a round, with its own record. Where there was none, one record of round 0 holds the whole
 * transcript. The session ends at the first call without a recording or a model. Every record holds the session's totals in `extra`.
 */
export async function runReplay(
  cell: PlannedCell,
  environment: CellEnvironment,
): Promise<RecordedContext[]> {
  const session = createSession(cell, environment);
  for (const [index, message] of cell.transcript.messages.entries()) {
    if (message.role === 'assistant') await session.beforeModelCall(index);
    if (environment.signal.aborted || session.isOver()) break;
    session.play(message);
  }
  return session.records();
}

function createSession(cell: PlannedCell, environment: CellEnvironment) {
  const { transcript } = cell;
  const reported = new Map((transcript.usage ?? []).map((usage) => [usage.messageId, usage]));
  const meter = createSessionMeter(cell, environment.counter, reported);
  const driver = createDriver(cell, environment);
  const rounds: RecordedContext[] = [];
  let live: readonly Message[] = [];
  let compacted = false;
  let overheadTokens = 0;
  let contextTokens = 0;
  let lastSkip: SkipReason | null = null;
  let over = false;

  const addRound = (index: number, decision: HookDecision, outcome: CompactionOutcome): void => {
    rounds.push(
      createCompactedRecord({
        cell,
        clock: environment.clock,
        counter: environment.counter,
        round: rounds.length + 1,
        played: index,
        input: live,
        targetTokens: decision.targetTokens,
        outcome,
        facts: playedFacts(transcript, index),
      }),
    );
  };

  return {
    isOver: () => over,
    async beforeModelCall(index: number): Promise<void> {
      const state = { messages: live, tools: transcript.tools, contextTokens };
      const usage = compacted ? null : (transcript.usage ?? null);
      const capped = rounds.length >= MAX_ROUNDS;
      const run = await driver.fire({ state, usage, round: rounds.length + 1, capped });
      const { outcome, decision } = run;
      if (outcome !== null && outcome.result.status === 'skipped') {
        lastSkip = outcome.result.reason;
        meter.skipped();
      } else if (outcome !== null) {
        addRound(index, decision, outcome);
        over = isMissing(outcome.result);
      }
      if (run.messages !== live) {
        compacted = true;
        overheadTokens = decision.overheadTokens;
        contextTokens = run.contextTokens;
        live = run.messages;
        meter.sent(environment.counter.count(live) + overheadTokens);
      } else {
        meter.sent(decision.estimateTokens);
      }
      meter.sentUncompacted(index);
    },
    play(message: Message): void {
      live = [...live, message];
      if (message.role !== 'assistant') return;
      const usage = reported.get(message.id);
      if (!compacted && usage !== undefined) {
        contextTokens = usage.promptTokens + usage.completionTokens;
      } else if (compacted && contextTokens > 0) {
        // Reported figures are about a context that is gone: from here on the local count and the overhead seen.
        contextTokens = Math.max(0, overheadTokens + environment.counter.count(live));
      } else if (contextTokens > 0) {
        contextTokens += environment.counter.count(sinceLastAnswer(live));
      }
    },
    records(): RecordedContext[] {
      const all = rounds.length > 0 ? rounds : [untouched(cell, environment, live, lastSkip)];
      return withTotals(all, meter);
    },
  };
}

interface Firing {
  state: {
    messages: readonly Message[];
    tools: PlannedCell['transcript']['tools'];
    contextTokens: number;
  };
  usage: readonly ReportedUsage[] | null;
  round: number;
  capped: boolean;
}

/** The hook of a session, its compactor metered from outside. */
function createDriver(cell: PlannedCell, environment: CellEnvironment) {
  if (cell.hook === null) throw new TypeError(`the replay ${cell.compactionKey} has no hook`);
  let outcome: CompactionOutcome | null = null;
  const metered: Compactor = {
    ...describeCompactor(cell.compactor),
    async compact({ messages, targetTokens, windowTokens, force, usage, task }) {
      outcome = await compactOnce(
        { cell, messages, targetTokens, windowTokens, force, usage, task },
        environment,
      );
      return outcome.result;
    },
  };
  const hook = new CompactionHook({
    compactors: [metered],
    counter: environment.counter,
    ...cell.hook,
  });
  return {
    async fire({ state, usage, round, capped }: Firing) {
      outcome = null;
      if (capped) {
        const decision = hook.decide(state);
        return {
          decision,
          outcome: null,
          messages: state.messages,
          contextTokens: state.contextTokens,
        };
      }
      const run = await hook.beforeModelCall(state, {
        models: null,
        budgets: cell.budgets,
        usage,
        pins: cell.transcript.pins,
        clock: environment.clock,
        seed: cell.seed,
        temperature: 0,
        signal: environment.signal,
        task: `${cell.transcript.id}#${round}`,
      });
      return { ...run, outcome: outcome as CompactionOutcome | null };
    },
  };
}

function describeCompactor({ name, version, role, params, needsModel }: Compactor) {
  return { name, version, role, params, needsModel };
}

/** The newest assistant message and what came between it and the one before. */
function sinceLastAnswer(messages: readonly Message[]): readonly Message[] {
  const before = messages.slice(0, -1).findLastIndex((message) => message.role === 'assistant');
  return messages.slice(before + 1);
}

/** The record of a session in which nothing was compacted. */
function untouched(
  cell: PlannedCell,
  environment: CellEnvironment,
  live: readonly Message[],
  lastSkip: SkipReason | null,
): RecordedContext {
  return createCompactedRecord({
    cell,
    clock: environment.clock,
    counter: environment.counter,
    round: 0,
    played: live.length,
    input: live,
    targetTokens: cell.budget.targetTokens,
    outcome: {
      result: { status: 'skipped', reason: lastSkip ?? 'not-triggered' },
      calls: [],
      latencyMs: null,
      thrown: null,
    },
    facts: playedFacts(cell.transcript, live.length),
  });
}

function withTotals(rounds: readonly RecordedContext[], meter: SessionMeter): RecordedContext[] {
  const totals = { rounds: rounds.length, ...meter.totals() };
  return rounds.map((round) => ({
    ...round,
    record: { ...round.record, extra: { ...round.record.extra, ...totals } },
  }));
}
