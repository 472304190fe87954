import {
  type CellModels,
  type CompactorSource,
  createCounter,
  type PlannedCell,
  type PlanSpec,
  planCells,
  type TokenCounter,
  type Transcript,
} from '../../harness/index.ts';
import type { RunSettings } from './settings.ts';

/** Cells in plan order, and the transcripts that models take part in. */
export interface RunPlan {
  cells: PlannedCell[];
  counter: TokenCounter;
  /** Ids of the transcripts that the models of the run take part in. */
  modelTranscripts: ReadonlySet<string>;
}

/** Settings with all that was chosen to fit the models; `modelTranscripts` null = by their size alone. */
export type FittedSettings = RunSettings & {
  trials: number;
  modelBudgets: number[];
  modelTranscripts: readonly string[] | null;
};

/**
 * Plans a run. Model-free compactors meet every transcript at every budget; the others meet `modelTranscripts` of at most
 * `modelTranscriptTokens` (null = all), at `modelBudgets`. Throws E_CONFIG with every setting that makes no plan.
 */
export function planRun(
  settings: FittedSettings,
  parts: {
    transcripts: readonly Transcript[];
    compactors: readonly CompactorSource[];
    pairs: readonly CellModels[];
    faults: readonly string[];
  },
): RunPlan {
  const counter = createCounter(settings.counter);
  const limit = settings.modelTranscriptTokens ?? Number.POSITIVE_INFINITY;
  const modelTranscripts = new Set(
    parts.transcripts
      .filter(({ id }) => settings.modelTranscripts?.includes(id) ?? true)
      .filter(({ messages }) => counter.count(messages) <= limit)
      .map(({ id }) => id),
  );
  const backed = parts.compactors.filter(({ needsModel }) => needsModel);
  const free = parts.compactors.filter(({ needsModel }) => !needsModel);
  const specFor = (
    transcript: Transcript,
    share: Pick<PlanSpec, 'compactors' | 'budgets'>,
  ): PlanSpec => ({
    ...share,
    transcripts: [transcript],
    models: parts.pairs,
    windowTokens: settings.window,
    modes: settings.mode,
    trials: settings.trials,
    randomTrials: settings.randomTrials,
    seed: settings.seed,
    faults: parts.faults,
    attemptMs: settings.attemptMs,
    totalMs: settings.totalMs,
    counter,
    virtualSpeed: settings.virtualSpeed,
    hook: settings.hook,
  });
  const cells = parts.transcripts.flatMap((transcript) => [
    ...planCells(specFor(transcript, { compactors: free, budgets: settings.budgets })),
    ...(modelTranscripts.has(transcript.id)
      ? planCells(specFor(transcript, { compactors: backed, budgets: settings.modelBudgets }))
      : []),
  ]);
  return { cells, counter, modelTranscripts };
}
