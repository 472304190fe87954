import type { Cause, CompactionRequest, CompactionResult, Step } from '../../harness/index.ts';
import { emitEvent, runDetached } from '../delegate/emit.ts';
import { skipped } from '../outcome.ts';
import { applySummary } from './apply.ts';
import { type Cut, planCut } from './cut.ts';
import { capPins } from './pins.ts';
import type { LadderPrompts } from './prompts.ts';
import { pruneResults } from './prune.ts';
import { rungsOf, runRung } from './rung.ts';
import { type LadderSettings, ladderLimits } from './settings.ts';
import { thresholdsFor } from './thresholds.ts';
import { isSmaller, trimLocally } from './trim.ts';
import { contextOf, requestTokens, type WorkItem, workOf } from './work.ts';

/** Gets the summarised span of each pass. It can neither fail nor delay the run. */
export type MemoryExtractionHook = (summarizedText: string) => unknown;

/** A ladder, set up. */
export interface LadderOptions {
  name: string;
  settings: LadderSettings;
  prompts: LadderPrompts;
  memoryExtractionHook: MemoryExtractionHook | null;
}

/** The run so far. */
interface LadderState {
  work: WorkItem[];
  steps: Step[];
  changed: boolean;
  /** Cause of the last step that failed, and the rung that went on from there. */
  lastFailure: Cause | null;
  recoveredBy: string | null;
}

/** Runs passes of small summarizer, main summarizer and local trim until the request fits, or nothing more can be done. */
export async function runLadder(
  request: CompactionRequest,
  options: LadderOptions,
): Promise<CompactionResult> {
  const { settings } = options;
  const limits = ladderLimits(settings, request.budgets);
  const { messages, counter, windowTokens } = request;
  if (request.signal.aborted) return { status: 'cancelled', steps: [] };
  if (messages.length < 2 || messages.every((m) => m.role === 'system'))
    return skipped('too-short');
  const thresholds = thresholdsFor(windowTokens, settings);
  const state: LadderState = {
    work: workOf(request),
    steps: [],
    changed: false,
    lastFailure: null,
    recoveredBy: null,
  };
  if (!settings.force) {
    if (counter.count(messages) <= request.targetTokens) return skipped('under-target');
    const isOverGate = requestTokens(request, state.work) > thresholds.gateTokens;
    if (!request.force && !isOverGate) return skipped('not-triggered');
  }
  if (request.models === null) return { status: 'failed', cause: 'model-unavailable', steps: [] };

  const pins = capPins(request.pins);
  const startMs = request.clock.now();
  const isSpent = (): boolean => request.clock.now() - startMs >= limits.totalMs;
  for (let pass = 1; pass <= settings.maxPasses; pass++) {
    const cut = planCut(request, state.work, { settings, thresholds });
    if (cut.partition.older.length === 0) {
      pruneInside(request, state, { ...options, goalTokens: goalOf(request, thresholds) });
      break;
    }
    emitEvent(request, { type: 'pass', pass });
    const ended = await runPass(request, { state, cut, options, pins, limits, isSpent, pass });
    if (ended === 'cancelled') return { status: 'cancelled', steps: state.steps };
    if (ended === 'failed') {
      trim(request, state, { cut, name: options.name, goalTokens: goalOf(request, thresholds) });
      break;
    }
    if (requestTokens(request, state.work) <= thresholds.gateTokens) break;
  }
  return conclude(request, state);
}

/** One pass: each summarizer in turn until one gives a smaller context. */
async function runPass(
  request: CompactionRequest,
  at: {
    state: LadderState;
    cut: Cut;
    options: LadderOptions;
    pins: readonly string[];
    limits: { attemptMs: number };
    isSpent(): boolean;
    pass: number;
  },
): Promise<'done' | 'failed' | 'cancelled'> {
  const { state, cut, options, pins, pass } = at;
  const { settings, prompts, name } = options;
  let failedBefore = false;
  for (const rung of rungsOf(request)) {
    const outcome = await runRung({
      request,
      rung,
      settings,
      attempt: { cut, prompts, pins, attemptMs: at.limits.attemptMs },
      apply: (summarized) =>
        applySummary(request, { work: state.work, cut, outcome: summarized, by: name }),
      isSpent: at.isSpent,
    });
    state.steps.push(outcome.step);
    if (outcome.status === 'cancelled') return 'cancelled';
    if (outcome.status === 'failed') {
      state.lastFailure = outcome.step.cause;
      failedBefore = true;
      continue;
    }
    state.work = outcome.work;
    state.changed = true;
    if (failedBefore) state.recoveredBy = rung.name;
    const hook = options.memoryExtractionHook;
    if (hook) runDetached(() => hook(outcome.spanText));
    return 'done';
  }
  emitEvent(request, { type: 'both-failed', pass });
  return 'failed';
}

/** After both summarizers failed: drops the older part, then cuts inside the newest step if that is not enough. */
function trim(
  request: CompactionRequest,
  state: LadderState,
  options: { cut: Cut; name: string; goalTokens: number },
): void {
  const trimmed = trimLocally(state.work, options.cut);
  if (trimmed && isSmaller(request, trimmed, state.work)) {
    state.work = trimmed;
    addLocalStep(state, 'local-trim');
  }
  if (requestTokens(request, state.work) > request.windowTokens) {
    pruneInside(request, state, options);
  }
}

function pruneInside(
  request: CompactionRequest,
  state: LadderState,
  options: { name: string; goalTokens: number },
): void {
  const { name, goalTokens } = options;
  const pruned = pruneResults(request, { work: state.work, goalTokens, by: name });
  // Clipping may save characters and yet no whole token.
  if (!pruned || !isSmaller(request, pruned, state.work)) return;
  state.work = pruned;
  addLocalStep(state, 'prune-results');
}

function addLocalStep(state: LadderState, rung: string): void {
  state.steps.push({ rung, attempts: 1, cause: null, detail: null, durationMs: 0 });
  state.changed = true;
  if (state.lastFailure !== null) state.recoveredBy = rung;
}

/** What local steps aim at: the target, or in a replay what opens the gate again. */
function goalOf(request: CompactionRequest, { gateTokens }: { gateTokens: number }): number {
  return request.mode === 'replay' ? Math.max(0, gateTokens) : request.targetTokens;
}

function conclude(request: CompactionRequest, state: LadderState): CompactionResult {
  const { steps, lastFailure, recoveredBy } = state;
  if (request.signal.aborted) return { status: 'cancelled', steps };
  const fits = requestTokens(request, state.work) <= request.windowTokens;
  if (!state.changed && lastFailure === null && fits) return skipped('no-cut-point');
  if (!fits || !state.changed) {
    return { status: 'failed', cause: lastFailure ?? 'does-not-fit', steps };
  }
  const context = contextOf(state.work);
  if (lastFailure === null) return { status: 'compacted', steps, ...context };
  const step = recoveredBy ?? steps.findLast(({ cause }) => cause === null)?.rung ?? 'unchanged';
  return { status: 'fallback', step, cause: lastFailure, steps, ...context };
}
