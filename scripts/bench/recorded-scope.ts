import type { PlannedCell } from '../../harness/index.ts';

/** What the committed recordings hold, so that the default run asks for nothing else. */
export const RECORDED = {
  /** Budgets at which the strategies that ask a model were recorded: one, since a small machine takes long over each. */
  budgets: [0.4],
  /** Trials of each such compaction. */
  trials: 1,
  /** Transcripts that were recorded, all of them short. */
  transcripts: [
    'short-debug-retry',
    'short-go-race',
    'short-sql-orders',
    'short-support-warranty',
  ] as readonly string[],
  /** Longest transcript in tokens of o200k_base: longer ones do not fit the weak model. */
  transcriptTokens: 5000,
  /** The model that reads, by the name of its recordings. */
  reader: 'qwen2.5-coder-0.5b',
  /** Contexts that it has read: of two transcripts, at one budget, in the first trial. */
  isRead: (cell: PlannedCell): boolean =>
    ['short-debug-retry', 'short-sql-orders'].includes(cell.transcript.id) &&
    cell.trial === 1 &&
    cell.budget.ratio === 0.4,
} as const;
