import { promptHashes } from '../../compactors/index.ts';
import { loadTranscripts } from '../../datasets/index.ts';
import {
  type CompactorSource,
  canonicalJson,
  createPromptfooGrader,
  createRealClock,
  createRunHeader,
  expandFaults,
  type Grader,
  type JsonObject,
  type ModelClient,
  type PlannedCell,
  parseFault,
  type Reader,
  type RunStarted,
  type TokenCounter,
  type Transcript,
  withFault,
} from '../../harness/index.ts';
import type { ProblemList } from '../cli/problem-list.ts';
import { type ChosenModels, chooseModels } from './choose-models.ts';
import { chooseReaders } from './choose-readers.ts';
import { chooseCompactors } from './compactor-sources.ts';
import { type FittedSettings, planRun } from './plan-run.ts';
import { RECORDED } from './recorded-scope.ts';
import type { RunSettings } from './settings.ts';

/** A run that is ready to start. */
export interface PreparedRun {
  cells: PlannedCell[];
  transcripts: readonly Transcript[];
  compactors: readonly CompactorSource[];
  modelTranscripts: ReadonlySet<string>;
  models: ChosenModels;
  readers: readonly Reader[];
  readersOf(cell: PlannedCell): readonly Reader[];
  graders: readonly Grader[];
  /** The model as a cell meets it: with its fault. */
  wrapModel(client: ModelClient, cell: PlannedCell): ModelClient;
  counter: TokenCounter;
  header: Omit<RunStarted, 'type' | 'plannedKeys'>;
}

/** Turns settings into what a run needs. Throws a BenchError with every problem, those gathered before among them. */
export async function prepareRun(
  settings: RunSettings,
  problems: ProblemList,
  signal: AbortSignal,
): Promise<PreparedRun> {
  const data = await problems.attempt(() =>
    loadTranscripts({
      ...(settings.folders && { folders: settings.folders }),
      ...(settings.transcripts && { names: settings.transcripts }),
      ...(settings.split && { splits: settings.split }),
    }),
  );
  const compactors = await problems.attempt(() => chooseCompactors(settings.compactors));
  const models = await problems.attempt(() => chooseModels(settings, signal));
  const readers = models && chooseReaders(settings, models.readers);
  const faults = await problems.attempt(() => expandFaults(settings.faults));
  const complete = completeSettings({ ...settings, faults: faults ?? [] }, models);
  const plan = await problems.attempt(() =>
    planRun(complete, {
      transcripts: data?.transcripts ?? [],
      compactors: compactors ?? [],
      pairs: models?.pairs ?? [],
      faults: complete.faults,
    }),
  );
  problems.throwAll();
  if (!data || !models || !readers || !plan || !compactors)
    throw new Error('a step failed without a problem');
  return {
    ...plan,
    transcripts: data.transcripts,
    compactors,
    models,
    readers: readers.all,
    readersOf: (cell) =>
      plan.modelTranscripts.has(cell.transcript.id)
        ? readers.all.filter(
            ({ id }) => id !== `recorded:${RECORDED.reader}` || RECORDED.isRead(cell),
          )
        : readers.modelFree,
    // Without readers nothing is graded.
    graders:
      readers.all.length === 0
        ? []
        : [createPromptfooGrader({ clock: createRealClock(), allowedHosts: models.hosts })],
    wrapModel: (client, { fault, seed }) => withFault(client, parseFault(fault), seed),
    header: createRunHeader({
      settings: toJson({ ...complete, modelsReason: models.reason }),
      datasets: data.datasets,
      prompts: promptHashes(),
      models: models.pairs,
      readers: readers.all,
      seed: settings.seed,
      servers: models.servers,
    }),
  };
}

/** Settings with what was chosen to fit the models. */
function completeSettings(settings: RunSettings, models: ChosenModels | null): FittedSettings {
  const recorded = models !== null && !models.live;
  return {
    ...settings,
    models: models?.names ?? settings.models,
    readers: settings.readers ?? ['lexical', ...(models?.readerNames ?? [])],
    modelBudgets: settings.modelBudgets ?? (recorded ? [...RECORDED.budgets] : settings.budgets),
    modelTranscripts:
      recorded && settings.modelTranscriptTokens === null ? RECORDED.transcripts : null,
    trials: settings.trials ?? (recorded ? RECORDED.trials : 1),
  };
}

function toJson(value: object): JsonObject {
  return JSON.parse(canonicalJson(value)) as JsonObject;
}
