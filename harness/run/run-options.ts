import type { RunLog } from '../log/index.ts';
import type { PlannedCell } from '../types/cell.ts';
import type { Clock } from '../types/clock.ts';
import type { TokenCounter } from '../types/counter.ts';
import type { Grader, QuestionForm, Reader } from '../types/grade.ts';
import type { ModelClient } from '../types/model.ts';
import type { RunStarted } from '../types/record.ts';
import type { ProgressEvent } from './progress.ts';

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
