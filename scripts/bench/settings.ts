import { compactorNames } from '../../compactors/index.ts';
import type {
  BenchConfig,
  CompactorChoice,
  CounterName,
  HookFractions,
  Mode,
  ModelOptions,
  Split,
} from '../../harness/index.ts';
import { PRESETS } from './presets.ts';

/** What identifies a run: every setting that can change a figure, defaults filled in. Goes into the run log. */
export interface RunSettings {
  compactors: CompactorChoice[];
  models: string[];
  smallModel: string | null;
  /** null = chosen to fit the models. */
  readers: string[] | null;
  /** null = all. */
  transcripts: string[] | null;
  folders: string[] | null;
  split: Split[] | null;
  budgets: number[];
  /** Budgets at which models compact; null = chosen to fit the models. */
  modelBudgets: number[] | null;
  window: number | null;
  mode: Mode[];
  /** null = as many as fit the models. */
  trials: number | null;
  randomTrials: number;
  seed: number;
  faults: string[];
  attemptMs: number | null;
  totalMs: number | null;
  virtualSpeed: number;
  counter: CounterName;
  hook: HookFractions | null;
  /** null = chosen to fit the models. */
  modelTranscriptTokens: number | null;
  modelOptions: Record<string, ModelOptions>;
}

/** What is set for this machine and this start only. */
export interface RunLimits {
  out: string | null;
  maxMinutes: number | null;
  concurrency: number;
}

/** Fills in the defaults. */
export function resolveSettings(config: BenchConfig): { settings: RunSettings; limits: RunLimits } {
  const preset = PRESETS[config.preset ?? 'quick'];
  return {
    settings: {
      compactors: config.compactors ?? [...(preset.compactors ?? compactorNames())],
      models: config.models ?? ['auto'],
      smallModel: config.smallModel ?? null,
      readers: config.readers ?? null,
      transcripts: config.transcripts ?? null,
      folders: config.folders ?? null,
      split: config.split ?? null,
      budgets: config.budgets ?? [...preset.budgets],
      modelBudgets: config.budgets ?? null,
      window: config.window ?? null,
      mode: config.mode ?? ['one-shot'],
      trials: config.trials ?? preset.trials,
      randomTrials: config.randomTrials ?? preset.randomTrials,
      seed: config.seed ?? 1,
      faults: config.faults ?? ['none'],
      attemptMs: config.attemptMs ?? null,
      totalMs: config.totalMs ?? null,
      virtualSpeed: config.virtualSpeed ?? 1,
      counter: config.counter ?? 'o200k_base',
      hook: config.hook ?? null,
      modelTranscriptTokens: config.modelTranscriptTokens ?? null,
      modelOptions: config.modelOptions ?? {},
    },
    limits: {
      out: config.out ?? null,
      maxMinutes: config.maxMinutes ?? null,
      concurrency: config.concurrency ?? 2,
    },
  };
}
