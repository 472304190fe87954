/** Defaults that a preset sets. `compactors` null = every one of the registry. */
export interface Preset {
  compactors: readonly string[] | null;
  budgets: readonly number[];
  /** null = as many as fit the models: what is recorded, or 1 of a live one. */
  trials: number | null;
  randomTrials: number;
}

/** `quick` is the default: enough to see which compactor loses what, in minutes. `full` leaves nothing out. */
export const PRESETS: Readonly<Record<'quick' | 'full', Preset>> = {
  quick: {
    compactors: [
      'sliding-window',
      'tool-result-pruning',
      'prune-then-slide',
      'summary',
      'verdicts-free',
      'verdicts-schema',
      'identity',
      'drop-all',
      'random-keep',
      'tail',
      'oracle-keep',
    ],
    budgets: [0.2, 0.4],
    trials: null,
    randomTrials: 5,
  },
  full: {
    compactors: null,
    budgets: [0.1, 0.2, 0.4, 0.6],
    trials: 3,
    randomTrials: 5,
  },
};
