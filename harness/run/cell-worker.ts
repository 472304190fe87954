import { pairParts } from '../keys.ts';
import { withAnswerCache } from '../readers/cached.ts';
import type { PlannedCell } from '../types/cell.ts';
import type { Reader } from '../types/grade.ts';
import type { Message } from '../types/message.ts';
import type { CompactedRecord } from '../types/record.ts';
import { loadContext } from './contexts.ts';
import { type GradeSubject, type Grading, gradeContext, gradeKeyOf } from './grade-context.ts';
import { playedFacts } from './played.ts';
import type { ProgressEvent } from './progress.ts';
import { type DoneWork, doneWork } from './resume.ts';
import { runCell } from './run-cell.ts';
import type { RunPlanOptions } from './run-options.ts';

/** What a run has done so far, and how it does one cell. */
export interface CellWorker {
  emit(event: ProgressEvent): void;
  /** Cells that are done, and those of them that failed. */
  counts(): { done: number; failed: number };
  announce(): void;
  /** Compacts and grades what of a cell the log does not hold yet. After an abort it leaves the cell as it is. */
  work(cell: PlannedCell): Promise<void>;
}

/** Creates the worker of a run; `signal` ends it early. */
export function createCellWorker(options: RunPlanOptions, signal: AbortSignal): CellWorker {
  const { cells, log } = options;
  const done: DoneWork = doneWork(log);
  const grading: Grading = {
    readers: options.readers,
    graders: options.graders,
    questionForms: options.questionForms ?? ['question'],
  };
  const cached = new Map<Reader, Reader>();
  const readersOf = (cell: PlannedCell): readonly Reader[] =>
    (options.readersOf?.(cell) ?? options.readers).map((reader) => {
      const known = cached.get(reader) ?? withAnswerCache(reader);
      cached.set(reader, known);
      return known;
    });
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
