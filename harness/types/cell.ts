import type { Budgets, Compactor } from './compactor.ts';
import type { JsonObject } from './json.ts';
import type { ModelClient } from './model.ts';
import type { Transcript } from './transcript.ts';

/** How a transcript is worked through. */
export type Mode = 'one-shot' | 'replay' | 'continuation';

/** A target: a ratio of the window in (0, 1], or a number of tokens above 1. */
export interface BudgetSpec {
  ratio: number | null;
  targetTokens: number;
}

/** The model pair of a cell. `main` null = a compactor that asks none. */
export interface CellModels {
  main: ModelClient | null;
  small: ModelClient | null;
}

/** One planned compaction (all its rounds, in replay). Keys are filled in by the planner. */
export interface PlannedCell {
  compactionKey: string;
  pairKey: string;
  compactor: Compactor;
  models: CellModels;
  transcript: Transcript;
  budget: BudgetSpec;
  windowTokens: number;
  budgets: Budgets;
  mode: Mode;
  /** `none`, or fault and schedule such as `500:first-2`. */
  fault: string;
  /** From 1. */
  trial: number;
  seed: number;
  counterName: string;
  virtualSpeed: number;
  hook: HookSettings | null;
}

/** When a replay compacts: `0 < compactTo < compactAt <= 1`, fractions of the window. */
export interface HookSettings {
  contextWindow: number;
  compactAt: number;
  compactTo: number;
}

/** Settings of a hook or a compactor as they are serialised. */
export interface SerializedPart {
  type: string;
  params: JsonObject;
}
