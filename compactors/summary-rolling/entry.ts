import { defineCompactor } from '../entry.ts';
import { TEXT_CAUSES } from '../summary/entries.ts';
import { compactRolling } from './compact.ts';
import { rollingSettings } from './settings.ts';

/**
 * Summaries that roll over the conversation: the oldest turns first, then the steps of the current task, each stretch replaced by one summary;
 * earlier summaries are folded together once a region holds nothing else. What was done before a failure is kept, as `fallback(partial)`.
 * After Haystack 3.4.1's `SummarizationCompactor`, planned in linear time.
 */
export const summaryRollingEntry = defineCompactor({
  name: 'summary-rolling',
  role: 'strategy',
  needsModel: true,
  version: 1,
  summary:
    'Oldest turns, then old steps, each stretch as one summary by a model; as few as it takes.',
  source: 'Haystack 3.4.1, SummarizationCompactor',
  causes: TEXT_CAUSES,
  settings: rollingSettings,
  build: (settings) => ({ compact: (request) => compactRolling(request, settings) }),
});
