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
  /** Ids of the transcripts that are short enough for the models of the run. */
  modelTranscripts: ReadonlySet<string>;
}

/**
 * Plans a run. Model-free compactors meet every transcript; the others meet those of at most `modelTranscriptTokens`
 * (null = all). Throws E_CONFIG with every setting that makes no plan.
 */
export function planRun(
  settings: RunSettings & { trials: number },
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
      .filter(({ messages }) => counter.count(messages) <= limit)
      .map(({ id }) => id),
  );
  const specFor = (transcript: Transcript): PlanSpec => ({
    transcripts: [transcript],
    compactors: modelTranscripts.has(transcript.id)
      ? parts.compactors
      : parts.compactors.filter(({ needsModel }) => !needsModel),
    models: parts.pairs,
    budgets: settings.budgets,
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
  const cells = parts.transcripts.flatMap((transcript) => planCells(specFor(transcript)));
  return { cells, counter, modelTranscripts };
}
