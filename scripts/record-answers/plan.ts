import {
  type CellModels,
  createCounter,
  type PlannedCell,
  planCells,
  type Transcript,
} from '../../harness/index.ts';
import { chooseCompactors } from '../bench/compactor-sources.ts';
import { PRESETS } from '../bench/presets.ts';
import { RECORDED } from '../bench/recorded-scope.ts';

/** What is recorded: each strategy that asks a model, at each budget of the default run, over the short transcripts. */
export interface RecordingPlan {
  /** Cells that ask a model, trial by trial, so that what is needed most is recorded first. */
  compactions: PlannedCell[];
  /** Cells whose contexts the recorded reader reads. */
  readings: PlannedCell[];
}

/** Plans the recording of `transcripts` with `models`: the cells of the default run, and no others. */
export function planRecording(options: {
  transcripts: readonly Transcript[];
  models: readonly CellModels[];
  trials: number;
}): RecordingPlan {
  const { transcripts, models, trials } = options;
  const counter = createCounter('o200k_base');
  const { compactors, randomTrials } = PRESETS.quick;
  const cells = planCells({
    transcripts,
    compactors: chooseCompactors([...(compactors ?? [])]),
    models,
    budgets: [...RECORDED.budgets],
    windowTokens: null,
    modes: ['one-shot'],
    trials,
    randomTrials,
    seed: 1,
    faults: ['none'],
    attemptMs: null,
    totalMs: null,
    counter,
    virtualSpeed: 1,
    hook: null,
  });
  const compactions = cells
    .filter((cell) => cell.compactor.needsModel)
    .sort((a, b) => a.trial - b.trial);
  return { compactions, readings: cells.filter(RECORDED.isRead) };
}
