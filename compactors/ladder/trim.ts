import type { CompactionRequest, Origin } from '../../harness/index.ts';
import { repairMessages } from '../repair/index.ts';
import type { Cut } from './cut.ts';
import { inputIds, type WorkItem } from './work.ts';

/** The work without the older part of a cut, no model asked, its pairing repaired; null where nothing is older. */
export function trimLocally(work: readonly WorkItem[], cut: Cut): WorkItem[] | null {
  if (cut.partition.older.length === 0) return null;
  const gone = new Set(cut.partition.older.flatMap((unit) => unit.indices));
  return repairWork(work.filter((_, index) => !gone.has(index)));
}

/** Work whose calls and results are paired; the same items where nothing was wrong. */
function repairWork(work: readonly WorkItem[]): WorkItem[] {
  const repaired = repairMessages(work.map(({ message }) => message));
  const byId = new Map(work.map((item) => [item.message.id, item]));
  return repaired.messages.map((message, index) => {
    const origin = repaired.origins[index] ?? { type: 'created', ids: [] };
    return { message, origin: originInInput(origin, byId) };
  });
}

function originInInput(origin: Origin, byId: ReadonlyMap<string, WorkItem>): Origin {
  if (origin.type === 'kept') return byId.get(origin.id)?.origin ?? origin;
  const ids = origin.ids.flatMap((id) => {
    const item = byId.get(id);
    return item ? inputIds(item) : [id];
  });
  return { type: origin.type, ids };
}

/** True where messages count less than before, by the counter in use. */
export function isSmaller(
  { counter }: CompactionRequest,
  after: readonly WorkItem[],
  before: readonly WorkItem[],
): boolean {
  const count = (work: readonly WorkItem[]): number =>
    counter.count(work.map(({ message }) => message));
  return count(after) < count(before);
}
