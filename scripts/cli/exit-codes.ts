/** Exit codes of every command: programs rely on them. */
export const EXIT = {
  done: 0,
  /** The gate failed, or a fault of our own. */
  failed: 1,
  /** Usage, config or dataset. */
  usage: 2,
  /** Cells without a record, or an inconclusive verdict. */
  incomplete: 3,
  interrupted: 130,
} as const;
