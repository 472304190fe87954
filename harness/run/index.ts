export {
  type CellEnvironment,
  type CompactionOutcome,
  type CompactionTask,
  compactOnce,
} from './compact-once.ts';
export {
  contextOf,
  createCompactedRecord,
  type RecordedContext,
  type RecordInput,
} from './compacted-record.ts';
export { loadContext } from './contexts.ts';
export { CONTINUATION_GRADER } from './continuation.ts';
export {
  type GradeInput,
  type Grading,
  givesOldValue,
  gradeContext,
  gradeKeyOf,
} from './grade-context.ts';
export { createRunHeader, type HeaderInput, sourceHash } from './header.ts';
export { factPosition, playedFacts } from './played.ts';
export type { ProgressEvent } from './progress.ts';
export { type RegradeOptions, regradeRun } from './regrade.ts';
export { checkResumable, type DoneWork, doneWork } from './resume.ts';
export { type CellRun, type RunCellOptions, runCell } from './run-cell.ts';
export type { RunPlanOptions } from './run-options.ts';
export { type RunOutcome, runPlan } from './run-plan.ts';
export { SIZE_CLASSES, type TimingOptions, timeCompactors } from './timing.ts';
