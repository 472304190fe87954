import type { CompactionRequest } from '../../harness/index.ts';
import { createCheckpoint } from '../partition/checkpoint.ts';
import type { AttemptOutcome } from './attempt.ts';
import type { Cut } from './cut.ts';
import { isSmaller } from './trim.ts';
import { inputIds, type WorkItem } from './work.ts';

/** The work with the summarised units and the earlier summary replaced by a new one, where the last of them stood; null if that saves nothing. */
export function applySummary(
  request: CompactionRequest,
  options: {
    work: readonly WorkItem[];
    cut: Cut;
    outcome: Extract<AttemptOutcome, { status: 'summarized' }>;
    by: string;
  },
): WorkItem[] | null {
  const { work, cut, outcome, by } = options;
  const gone = new Set(outcome.span.units.flatMap((unit) => unit.indices));
  if (cut.partition.checkpoint !== null) gone.add(cut.partition.checkpoint);
  const last = Math.max(...gone);
  const ids = work.flatMap((item, index) => (gone.has(index) ? inputIds(item) : []));
  const message = createCheckpoint({
    messages: [...request.messages, ...work.map((item) => item.message)],
    by,
    summary: outcome.summary,
    replaces: ids,
  });
  const checkpoint: WorkItem = { message, origin: { type: 'created', ids } };
  const next = work.flatMap((item, index) => {
    if (index === last) return [checkpoint];
    return gone.has(index) ? [] : [item];
  });
  return isSmaller(request, next, work) ? next : null;
}
