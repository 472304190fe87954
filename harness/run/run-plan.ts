import pLimit from 'p-limit';
import { wallTimeIso } from '../clock/index.ts';
import { pairParts } from '../keys.ts';
import type { RunLog } from '../log/index.ts';
import type { PlannedCell } from '../types/cell.ts';
import type { Clock } from '../types/clock.ts';
import type { TokenCounter } from '../types/counter.ts';
import type { Grader, QuestionForm, Reader } from '../types/grade.ts';
import type { Message } from '../types/message.ts';
import type { ModelClient } from '../types/model.ts';
import type { CompactedRecord, RunStarted } from '../types/record.ts';
import { loadContext } from './contexts.ts';
import { type GradeSubject, type Grading, gradeContext, gradeKeyOf } from './grade-context.ts';
import { planHeader } from './plan-header.ts';
import { playedFacts } from './played.ts';
import type { ProgressEvent } from './progress.ts';
import { checkResumable, type DoneWork, doneWork } from './resume.ts';
import { runCell } from './run-cell.ts';

/** Everything that a run needs; nothing is read from elsewhere. */
export interface RunPlanOptions {
  cells: readonly PlannedCell[];
  /** First line of this part of the log; planned keys are filled in. */
  header: Omit<RunStarted, 'type' | 'plannedKeys'>;
  counter: TokenCounter;
  readers: readonly Reader[];
  /** The readers of a cell, where not all of them take part in every cell; those of `readers` unless given. */
  readersOf?(cell: PlannedCell): readonly Reader[];
  graders: readonly Grader[];
  /** Wordings that are asked; the plain question unless given. */
  questionForms?: readonly QuestionForm[];
  log: RunLog;
  signal: AbortSignal;
  /** Cells at a time, from 1. */
  concurrency: number;
  /** The run's own clock, by which `maxMinutes` and the duration are measured. */
  clock: Clock;
  createClock(cell: PlannedCell): Clock;
  /** The model as a cell meets it: with its fault, or recording. */
  wrapModel(client: ModelClient, cell: PlannedCell): ModelClient;
  onProgress?(event: ProgressEvent): void;
  /** After this, no cell is begun and those in flight are given up; null = no limit. */
  maxMinutes: number | null;
}

/** What came of a run. A cell is `done` when its compaction and all its grades are in the log. */
export interface RunOutcome {
  planned: number;
  done: number;
  /** Cells whose last record has status `failed`, part of `done`. */
  failed: number;
  /** Cells without a record, or with grades missing. */
  missing: number;
  stopped: 'finished' | 'aborted' | 'time';
}

/**
 * Runs a plan: compacts and grades each cell that the log does not hold yet, and appends each record as soon as it is there.
 * A cell that fails is a record, and the run goes on. Throws E_RECORD where the log belongs to another run, and what the disk throws.
 */
export async function runPlan(options: RunPlanOptions): Promise<RunOutcome> {
  const { cells, log, clock } = options;
  const header: RunStarted = {
    ...options.header,
    type: 'run_started',
    ...planHeader(cells),
  };
  checkResumable(log, header);
  const startMs = clock.now();
  const stopper = createStopper(options);
  const run = createRun(options, stopper.signal);
  try {
    run.announce();
    await log.append(header);
    const limit = pLimit(options.concurrency);
    await Promise.all(cells.map((cell) => limit(() => run.work(cell))));
  } finally {
    stopper.dispose();
    await closeCompactors(cells);
  }
  const counts = run.counts();
  const missing = cells.length - counts.done;
  const reason = missing === 0 ? null : stopper.reason();
  if (reason !== null) run.emit({ type: 'run-stopped', reason, missing });
  await log.append({
    type: 'run_finished',
    cells: counts.done,
    failed: counts.failed,
    missing,
    measured: { finishedAt: wallTimeIso(), durationMs: clock.now() - startMs },
  });
  return { planned: cells.length, ...counts, missing, stopped: reason ?? 'finished' };
}

function createRun(options: RunPlanOptions, signal: AbortSignal) {
  const { cells, log } = options;
  const done: DoneWork = doneWork(log);
  const grading: Grading = {
    readers: options.readers,
    graders: options.graders,
    questionForms: options.questionForms ?? ['question'],
  };
  const readersOf = (cell: PlannedCell): readonly Reader[] =>
    options.readersOf?.(cell) ?? options.readers;
  const counts = { done: 0, failed: 0 };
  const emit = (event: ProgressEvent): void => {
    try {
      options.onProgress?.(event);
    } catch {
      // A listener cannot fail the run.
    }
  };

  /** Contexts of a cell, a round each: from the log where it was compacted before, else by compacting it now. Null after an abort. */
  const contextsOf = async (
    cell: PlannedCell,
  ): Promise<
    { record: CompactedRecord; load: () => Promise<readonly Message[] | null> }[] | null
  > => {
    const former = done.compactions.get(cell.compactionKey);
    if (former !== undefined) {
      return former.map((record) => ({
        record,
        load: async () =>
          record.contextBlob === null ? null : loadContext(log.blobs, record.contextBlob),
      }));
    }
    const cellRun = await runCell(cell, { ...options, signal });
    if (cellRun === null) return null;
    for (const blob of cellRun.blobs) await log.blobs.write(blob);
    const records = cellRun.rounds.map(({ record }) => record);
    await log.append(...records);
    emit({ type: 'cell-compacted', cell, records });
    return cellRun.rounds.map(({ record, messages }) => ({ record, load: async () => messages }));
  };

  const grade = async (
    cell: PlannedCell,
    record: CompactedRecord,
    load: () => Promise<readonly Message[] | null>,
  ): Promise<void> => {
    const facts = playedFacts(cell.transcript, record.played);
    let messages: readonly Message[] | null | undefined;
    for (const reader of readersOf(cell)) {
      const { round } = record;
      if (
        done.gradeKeys.has(gradeKeyOf({ subject: subjectOf(cell), round, facts, reader, grading }))
      )
        continue;
      if (messages === undefined) messages = await load();
      const clock = options.createClock(cell);
      const graded = await gradeContext({
        subject: subjectOf(cell),
        round,
        messages,
        facts,
        reader,
        grading,
        clock,
        signal,
      });
      if (signal.aborted) return;
      await log.append(graded);
      emit({ type: 'cell-graded', cell, reader: reader.id, round });
    }
  };

  const isDone = (cell: PlannedCell): boolean => {
    const rounds = done.compactions.get(cell.compactionKey);
    if (rounds === undefined) return false;
    return rounds.every((record) => {
      const facts = playedFacts(cell.transcript, record.played);
      return readersOf(cell).every((reader) =>
        done.gradeKeys.has(
          gradeKeyOf({ subject: subjectOf(cell), round: record.round, facts, reader, grading }),
        ),
      );
    });
  };

  const finish = (cell: PlannedCell, status: CompactedRecord['status'] | undefined): void => {
    counts.done += 1;
    if (status === 'failed') counts.failed += 1;
    if (status === undefined) return;
    emit({ type: 'cell-finished', cell, status, done: counts.done, total: cells.length });
  };

  return {
    emit,
    counts: () => ({ ...counts }),
    announce(): void {
      const alreadyDone = cells.filter(isDone).length;
      emit({ type: 'run-planned', total: cells.length, alreadyDone });
    },
    async work(cell: PlannedCell): Promise<void> {
      if (isDone(cell)) {
        finish(cell, done.compactions.get(cell.compactionKey)?.at(-1)?.status);
        return;
      }
      if (signal.aborted) return;
      emit({ type: 'cell-started', cell, done: counts.done, total: cells.length });
      const contexts = await contextsOf(cell);
      if (contexts === null) return;
      for (const { record, load } of contexts) {
        await grade(cell, record, load);
        if (signal.aborted) return;
      }
      finish(cell, contexts.at(-1)?.record.status);
    },
  };
}

function subjectOf(cell: PlannedCell): GradeSubject {
  const { compactionKey, transcript, mode, seed } = cell;
  return { compactionKey, pair: pairParts(cell), transcript, mode, seed };
}

/** Ends a run early: when its caller aborts, or when its time is up. */
function createStopper({ signal, clock, maxMinutes }: RunPlanOptions) {
  const timeUp = new AbortController();
  const cancel =
    maxMinutes === null
      ? () => undefined
      : clock.after(maxMinutes * 60_000, () =>
          timeUp.abort(new Error('the time of the run is up')),
        );
  return {
    signal: AbortSignal.any([signal, timeUp.signal]),
    reason(): 'aborted' | 'time' | null {
      if (signal.aborted) return 'aborted';
      return timeUp.signal.aborted ? 'time' : null;
    },
    dispose: cancel,
  };
}

async function closeCompactors(cells: readonly PlannedCell[]): Promise<void> {
  const compactors = new Set(cells.map((cell) => cell.compactor));
  await Promise.allSettled([...compactors].map((compactor) => compactor.close?.()));
}
