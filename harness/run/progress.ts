import type { PlannedCell } from '../types/cell.ts';
import type { CompactedRecord } from '../types/record.ts';

/** What a run tells while it goes. `done` counts cells that are finished, those of an earlier part included; a listener cannot fail the run. */
export type ProgressEvent =
  | { type: 'run-planned'; total: number; alreadyDone: number }
  | { type: 'cell-started'; cell: PlannedCell; done: number; total: number }
  | { type: 'cell-compacted'; cell: PlannedCell; records: readonly CompactedRecord[] }
  | { type: 'cell-graded'; cell: PlannedCell; reader: string; round: number }
  | {
      type: 'cell-finished';
      cell: PlannedCell;
      status: CompactedRecord['status'];
      done: number;
      total: number;
    }
  | { type: 'run-stopped'; reason: 'aborted' | 'time'; missing: number };
