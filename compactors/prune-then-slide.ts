import { z } from 'zod';
import { runChain } from '../harness/index.ts';
import { defineCompactor } from './entry.ts';
import { slidingWindowEntry, slidingWindowSettings } from './sliding-window.ts';
import { pruningSettings, toolResultPruningEntry } from './tool-result-pruning.ts';

/**
 * A chain: old tool results give way to placeholders first; where that is not enough, the sliding window cuts what is left.
 * After the chain that Haystack's compaction hook takes.
 */
export const pruneThenSlideEntry = defineCompactor({
  name: 'prune-then-slide',
  role: 'strategy',
  needsModel: false,
  version: 1,
  summary:
    'Prunes old tool results, then slides the window over what is left where that is still too much.',
  source: 'Haystack 3.4.1, ToolResultPruningCompactor then SlidingWindowCompactor',
  causes: [],
  settings: z.object({ ...pruningSettings.shape, ...slidingWindowSettings.shape }),
  build: ({ omissionNote, ...pruning }) => {
    const parts = [
      toolResultPruningEntry.create({ ...pruning }, null),
      slidingWindowEntry.create({ minKeepSteps: pruning.minKeepSteps, omissionNote }, null),
    ];
    return { compact: (request) => runChain(parts, request) };
  },
});
