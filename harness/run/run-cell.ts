import type { Blob } from '../blobs.ts';
import { createMeter } from '../meter.ts';
import type { PlannedCell } from '../types/cell.ts';
import type { Clock } from '../types/clock.ts';
import type { TokenCounter } from '../types/counter.ts';
import type { ModelClient } from '../types/model.ts';
import { type CellEnvironment, compactOnce } from './compact-once.ts';
import { createCompactedRecord, type RecordedContext } from './compacted-record.ts';
import { continuationPrefix } from './continuation.ts';
import { playedFacts } from './played.ts';
import { runReplay } from './replay.ts';

/** What a run gives to each of its cells. */
export interface RunCellOptions {
  counter: TokenCounter;
  createClock(cell: PlannedCell): Clock;
  wrapModel(client: ModelClient, cell: PlannedCell): ModelClient;
  signal: AbortSignal;
}

/** A cell that was run: a record and a context a round, and the prompts and answers of its calls. */
export interface CellRun {
  rounds: RecordedContext[];
  blobs: Blob[];
}

/**
 * Runs one cell: one compaction, or in replay a session of several. Never throws for what a compactor or a model does; see
 * {@link compactOnce}. Null where the run was aborted meanwhile: such a cell has no record and is done again on resume.
 */
export async function runCell(cell: PlannedCell, options: RunCellOptions): Promise<CellRun | null> {
  const clock = options.createClock(cell);
  const environment: CellEnvironment = {
    counter: options.counter,
    clock,
    meter: createMeter(clock),
    wrapModel: options.wrapModel,
    signal: options.signal,
  };
  const rounds =
    cell.mode === 'replay'
      ? await runReplay(cell, environment)
      : [await runOnce(cell, environment)];
  if (options.signal.aborted) return null;
  const contexts = rounds.flatMap(({ blob }) => (blob === null ? [] : [blob]));
  return { rounds, blobs: [...environment.meter.blobs(), ...contexts] };
}

async function runOnce(cell: PlannedCell, environment: CellEnvironment): Promise<RecordedContext> {
  const { transcript, budget, windowTokens } = cell;
  const played =
    cell.mode === 'continuation' ? continuationPrefix(transcript) : transcript.messages.length;
  const messages = transcript.messages.slice(0, played);
  const outcome = await compactOnce(
    {
      cell,
      messages,
      targetTokens: budget.targetTokens,
      windowTokens,
      force: true,
      usage: transcript.usage,
      task: `${transcript.id}#1`,
    },
    environment,
  );
  return createCompactedRecord({
    cell,
    clock: environment.clock,
    counter: environment.counter,
    round: 1,
    played,
    input: messages,
    targetTokens: budget.targetTokens,
    outcome,
    facts: playedFacts(transcript, played),
  });
}
