import { canonicalJson } from '../hash.ts';
import type { RunRecord } from '../types/record.ts';

/**
 * What counts of a log: of two records of one key the later; of a replay, all its rounds or none
 * (each of its records says in `extra.rounds` how many there are); grades only of a compaction that counts.
 * A cell that is left out is named in `warnings`, and a resumed run does it again.
 */
export function settleRecords(records: readonly RunRecord[]): {
  records: RunRecord[];
  warnings: string[];
} {
  const last = new Map<string, RunRecord>();
  for (const record of records) {
    const key = recordKey(record);
    if (key !== null) last.set(key, record);
  }
  const partial = partialReplays([...last.values()]);
  const kept = records.filter((record) => {
    const key = recordKey(record);
    if (key !== null && last.get(key) !== record) return false;
    if (record.type !== 'compacted' && record.type !== 'graded') return true;
    return !partial.has(record.compactionKey);
  });
  const warnings = [...partial].map(
    ([key, name]) =>
      `${name}: rounds of the replay are missing; its cell (${key}) counts as not done.`,
  );
  return { records: kept, warnings };
}

/** What a record is about, by which a later one replaces it; null for headers and footers, which are all kept. */
export function recordKey(record: RunRecord): string | null {
  switch (record.type) {
    case 'compacted':
      return `compacted ${record.compactionKey} ${record.round}`;
    case 'graded':
      return `graded ${record.gradeKey}`;
    case 'timed':
      return `timed ${record.compactor} ${canonicalJson(record.params)} ${record.sizeClass} ${record.transcript}`;
    default:
      return null;
  }
}

function partialReplays(records: readonly RunRecord[]): Map<string, string> {
  const seen = new Map<string, { name: string; rounds: number; expected: number }>();
  for (const record of records) {
    if (record.type !== 'compacted') continue;
    const expected = typeof record.extra.rounds === 'number' ? record.extra.rounds : 1;
    const name = `${record.compactor} on ${record.transcript}`;
    const entry = seen.get(record.compactionKey) ?? { name, rounds: 0, expected };
    entry.rounds += 1;
    seen.set(record.compactionKey, entry);
  }
  const partial = new Map<string, string>();
  for (const [key, { name, rounds, expected }] of seen) {
    if (rounds < expected) partial.set(key, name);
  }
  return partial;
}
