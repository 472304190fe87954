import { BenchError, type Problem } from './errors.ts';
import { compactionKey, pairKey, pairParts } from './keys.ts';
import type { BudgetSpec, CellModels, HookSettings, Mode, PlannedCell } from './types/cell.ts';
import type { Compactor, CompactorRole } from './types/compactor.ts';
import type { TokenCounter } from './types/counter.ts';
import type { Fact } from './types/fact.ts';
import type { Transcript } from './types/transcript.ts';

/** When a replay compacts, as fractions of the window: `0 < compactTo < compactAt <= 1`. */
export interface HookFractions {
  compactAt: number;
  compactTo: number;
}

/** Fractions of a replay for which neither the run nor the strategy names others (Haystack's defaults). */
export const DEFAULT_HOOK: HookFractions = { compactAt: 0.7, compactTo: 0.4 };

/** Makes a compactor. Facts are handed to the oracle alone, a transcript at a time; every other role gets null. */
export interface CompactorSource {
  name: string;
  role: CompactorRole;
  needsModel: boolean;
  create(facts: Fact[] | null): Compactor;
  /** The strategy's own fractions in replay, used where the run names none. */
  hook?: HookFractions;
}

/** What a run covers. Every combination that makes sense becomes a cell; see {@link planCells}. */
export interface PlanSpec {
  transcripts: readonly Transcript[];
  compactors: readonly CompactorSource[];
  /** Model pairs of the compactors that need one. Empty: those cells are planned without, and fail as `model-unavailable`. */
  models: readonly CellModels[];
  /** Each a ratio of the window in (0, 1], or tokens above 1. */
  budgets: readonly number[];
  /** null in one-shot: the transcript just fills its window. Replay needs a number. */
  windowTokens: number | null;
  modes: readonly Mode[];
  /** Trials of a model-backed compaction. */
  trials: number;
  /** Trials (seeds) of compactors with role `random`. */
  randomTrials: number;
  seed: number;
  /** `none` and faults such as `500:first-2`, which only model-backed cells meet: at the first budget, in trial 1. */
  faults: readonly string[];
  attemptMs: number | null;
  totalMs: number | null;
  counter: TokenCounter;
  virtualSpeed: number;
  hook: HookFractions | null;
}

/**
 * The cells of a run in plan order: transcript, mode, budget, compactor, model pair, fault, trial.
 * Keys are unique: a cell that is named twice is planned once.
 * Throws E_CONFIG, with all problems at once, for budgets, counts, hook fractions or a missing replay window.
 */
export function planCells(spec: PlanSpec): PlannedCell[] {
  const problems = checkSpec(spec);
  if (problems.length > 0) throw new BenchError(problems);
  const cells = new Map<string, PlannedCell>();
  const shared = new Map<CompactorSource, Compactor>();
  for (const transcript of spec.transcripts) {
    const transcriptTokens = spec.counter.count(transcript.messages);
    for (const mode of spec.modes) {
      const windowTokens = spec.windowTokens ?? transcriptTokens;
      for (const [budgetIndex, ratioOrTokens] of budgetsOf(spec, mode).entries()) {
        for (const source of spec.compactors) {
          const compactor = compactorFor(source, transcript, shared);
          const hook = mode === 'replay' ? hookOf(spec, source, windowTokens) : null;
          const budget = budgetOf(ratioOrTokens, windowTokens, hook);
          for (const variant of variantsOf(spec, source, budgetIndex)) {
            const cell = withKeys({
              ...variant,
              compactor,
              transcript,
              budget,
              windowTokens,
              budgets: { attemptMs: spec.attemptMs, totalMs: spec.totalMs },
              mode,
              counterName: spec.counter.name,
              virtualSpeed: spec.virtualSpeed,
              hook,
            });
            if (!cells.has(cell.compactionKey)) cells.set(cell.compactionKey, cell);
          }
        }
      }
    }
  }
  return [...cells.values()];
}

function withKeys(cell: Omit<PlannedCell, 'compactionKey' | 'pairKey'>): PlannedCell {
  return {
    ...cell,
    compactionKey: compactionKey(cell),
    pairKey: pairKey({ ...pairParts(cell), round: 1, reader: null }),
  };
}

function compactorFor(
  source: CompactorSource,
  transcript: Transcript,
  shared: Map<CompactorSource, Compactor>,
): Compactor {
  if (source.role === 'oracle') return source.create(transcript.facts);
  const known = shared.get(source);
  if (known !== undefined) return known;
  const created = source.create(null);
  shared.set(source, created);
  return created;
}

/** A replay's budget is the hook's `compactTo`; the list of budgets is for the other modes. */
function budgetsOf(spec: PlanSpec, mode: Mode): readonly number[] {
  return mode === 'replay' ? [0] : spec.budgets;
}

function hookOf(spec: PlanSpec, source: CompactorSource, windowTokens: number): HookSettings {
  const { compactAt, compactTo } = spec.hook ?? source.hook ?? DEFAULT_HOOK;
  return { contextWindow: windowTokens, compactAt, compactTo };
}

function budgetOf(
  ratioOrTokens: number,
  windowTokens: number,
  hook: HookSettings | null,
): BudgetSpec {
  const ratio = hook === null ? ratioOrTokens : hook.compactTo;
  if (ratio > 1) return { ratio: null, targetTokens: ratio };
  return { ratio, targetTokens: Math.floor(windowTokens * ratio) };
}

interface Variant {
  models: CellModels;
  fault: string;
  trial: number;
  seed: number;
}

function variantsOf(spec: PlanSpec, source: CompactorSource, budgetIndex: number): Variant[] {
  if (!source.needsModel) {
    const trials = source.role === 'random' ? spec.randomTrials : 1;
    const models = { main: null, small: null };
    return range(trials).map((trial) => ({
      models,
      fault: 'none',
      trial,
      seed: spec.seed + trial - 1,
    }));
  }
  const pairs = spec.models.length > 0 ? spec.models : [{ main: null, small: null }];
  return pairs.flatMap((models) =>
    spec.faults.flatMap((fault) => {
      if (fault === 'none') {
        return range(spec.trials).map((trial) => ({ models, fault, trial, seed: trial }));
      }
      return budgetIndex === 0 ? [{ models, fault, trial: 1, seed: 1 }] : [];
    }),
  );
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function checkSpec(spec: PlanSpec): Problem[] {
  const problems: Problem[] = [];
  const report = (place: string, message: string, remedy: string): void => {
    problems.push({ code: 'E_CONFIG', place, message, remedy });
  };
  for (const budget of spec.budgets) {
    const ok = Number.isFinite(budget) && budget > 0 && (budget <= 1 || Number.isInteger(budget));
    if (!ok) {
      report(
        'budgets',
        `${budget} is no budget.`,
        'Give a ratio in (0, 1] or a whole number of tokens above 1.',
      );
    }
  }
  if (spec.modes.some((mode) => mode !== 'replay') && spec.budgets.length === 0) {
    report('budgets', 'the list is empty.', 'Give at least one budget.');
  }
  for (const name of ['trials', 'randomTrials'] as const) {
    if (!Number.isInteger(spec[name]) || spec[name] < 1) {
      report(name, `${spec[name]} is no number of trials.`, 'Give a whole number from 1.');
    }
  }
  if (!Number.isSafeInteger(spec.seed)) {
    report('seed', `${spec.seed} is no seed.`, 'Give a whole number.');
  }
  if (
    spec.windowTokens !== null &&
    !(Number.isInteger(spec.windowTokens) && spec.windowTokens > 0)
  ) {
    report('window', `${spec.windowTokens} is no window.`, 'Give a whole number of tokens.');
  }
  if (spec.modes.includes('replay') && spec.windowTokens === null) {
    report('window', 'a replay has no window.', 'Give one in tokens (--window N).');
  }
  for (const hook of [spec.hook, ...spec.compactors.map((source) => source.hook)]) {
    if (!hook) continue;
    if (!(hook.compactTo > 0 && hook.compactTo < hook.compactAt && hook.compactAt <= 1)) {
      report(
        'hook',
        `compactAt ${hook.compactAt} and compactTo ${hook.compactTo} do not fit together.`,
        'Keep 0 < compactTo < compactAt <= 1.',
      );
    }
  }
  return problems;
}
