import type { CompactorEntry } from '../entry.ts';
import { pruneThenSlideEntry } from '../prune-then-slide.ts';
import { slidingWindowEntry } from '../sliding-window.ts';
import { toolResultPruningEntry } from '../tool-result-pruning.ts';

/** Strategies without a model that another one may fall back to. */
export const MODEL_FREE: readonly CompactorEntry[] = [
  slidingWindowEntry,
  toolResultPruningEntry,
  pruneThenSlideEntry,
];
