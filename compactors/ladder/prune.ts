import type { CompactionRequest } from '../../harness/index.ts';
import { clipResults } from '../clip.ts';
import { inputIds, type WorkItem } from './work.ts';

/** Characters that a tool result is clipped to, step by step. */
const LIMITS = [4000, 1000, 250, 60];

/**
 * Cuts inside a step: clips tool results, oldest first and each only as far as needed, until the messages fit `goalTokens`.
 * null where no result could be made smaller.
 */
export function pruneResults(
  { counter }: CompactionRequest,
  options: { work: readonly WorkItem[]; goalTokens: number; by: string },
): WorkItem[] | null {
  const { goalTokens, by } = options;
  const additive = counter.additive();
  const work = [...options.work];
  const sizes = work.map(({ message }) => additive.size(message));
  let sum = sizes.reduce((a, b) => a + b, 0);
  let changed = false;
  for (const limit of LIMITS) {
    for (const [index, item] of work.entries()) {
      if (additive.finish(sum, work.length) <= goalTokens) return changed ? work : null;
      const clipped = clipResults(item.message, limit, by);
      if (clipped === item.message) continue;
      const size = additive.size(clipped);
      const before = sizes[index] ?? 0;
      if (size >= before) continue;
      const ids = inputIds(item);
      const message = { ...clipped, created: { by, replaces: ids } };
      work[index] = { message, origin: { type: 'replaced', ids } };
      sizes[index] = size;
      sum += size - before;
      changed = true;
    }
  }
  return changed ? work : null;
}
