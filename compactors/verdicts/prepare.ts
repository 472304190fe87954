import { type CompactionRequest, type CompactionResult, groupUnits } from '../../harness/index.ts';
import { skipped } from '../outcome.ts';
import { keepTokensOf } from '../partition/budget.ts';
import { type Partition, partitionMessages } from '../partition/partition.ts';
import { createSizer, type Sizer } from '../partition/sizer.ts';
import { type Part, renderParts } from './parts.ts';
import type { VerdictSettings } from './settings.ts';

/** What is judged, and what is kept unasked. */
export interface Prepared {
  status: 'ready';
  partition: Partition;
  parts: Part[];
  sizer: Sizer;
  tokensBefore: number;
}

/** Splits the input for a verdict strategy, or says why there is nothing to judge. `keepTokens` null = derived. */
export function prepareVerdicts(
  request: CompactionRequest,
  settings: Omit<VerdictSettings, 'fallback'>,
): Prepared | CompactionResult {
  const { messages, counter } = request;
  if (request.signal.aborted) return { status: 'cancelled', steps: [] };
  if (messages.length < 2 || messages.every((m) => m.role === 'system'))
    return skipped('too-short');
  const tokensBefore = counter.count(messages);
  if (tokensBefore <= request.targetTokens) return skipped('under-target');
  const sizer = createSizer(counter, messages);
  const keepTokens = keepTokensOf({
    request,
    sizer,
    fixed: settings.keepTokens,
    inReplay: Math.floor(request.windowTokens * settings.keepShare),
  });
  const partition = partitionMessages({ messages, units: groupUnits(messages), sizer, keepTokens });
  if (partition.older.length === 0) return skipped('nothing-removable');
  const parts = renderParts(request, partition.older, settings);
  return { status: 'ready', partition, parts, sizer, tokensBefore };
}
