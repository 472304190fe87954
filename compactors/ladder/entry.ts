import type { Cause, Compactor, JsonObject } from '../../harness/index.ts';
import { type CompactorBody, defineCompactor } from '../entry.ts';
import { ladderPrompts } from './prompts.ts';
import { type MemoryExtractionHook, runLadder } from './run.ts';
import { type LadderSettings, ladderLimits, ladderSettings } from './settings.ts';

const NAME = 'ladder';

/** Causes that the ladder can end with. */
const LADDER_CAUSES: readonly Cause[] = [
  'timeout-attempt',
  'timeout-total',
  'transient',
  'overflow',
  'context-truncated',
  'empty',
  'refusal',
  'filtered',
  'reasoning-only',
  'cut-off',
  'not-smaller',
  'invalid-encoding',
  'no-recording',
  'model-unavailable',
  'does-not-fit',
  'protocol',
  'crash',
];

/**
 * Passes of a small summarizer, the main one and a local trim, with retries of transient failures, budgets for an attempt and for the run,
 * pinned lines and a sanitizer. Settings are those of the Dart class; thresholds scale down for small windows.
 */
export const ladderEntry = defineCompactor({
  name: NAME,
  role: 'strategy',
  needsModel: true,
  version: 1,
  summary: 'Small summarizer, then the main one, then a local trim, in passes and under budgets.',
  source: 'Dart AutoCompactor',
  causes: LADDER_CAUSES,
  settings: ladderSettings,
  build: (settings) => bodyOf(settings, null),
});

/**
 * A ladder with a memory-extraction hook, which is called once a pass with the summarised text and can neither fail nor delay the run.
 * Throws E_COMPACTOR for bad settings.
 */
export function createLadder(options: {
  params?: JsonObject;
  memoryExtractionHook: MemoryExtractionHook;
}): Compactor {
  const compactor = ladderEntry.create(options.params ?? {}, null);
  const settings = ladderSettings.parse(options.params ?? {});
  return { ...compactor, ...bodyOf(settings, options.memoryExtractionHook) };
}

function bodyOf(settings: LadderSettings, hook: MemoryExtractionHook | null): CompactorBody {
  ladderLimits(settings, { attemptMs: null, totalMs: null });
  const prompts = ladderPrompts(settings.prompts);
  return {
    compact: async (request) =>
      runLadder(request, { name: NAME, settings, prompts, memoryExtractionHook: hook }),
  };
}
