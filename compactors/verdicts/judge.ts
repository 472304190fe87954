import { CAUSES, type Cause } from '../../harness/index.ts';
import { extractJson, type Repair } from './extract-json.ts';
import { flatPairs } from './flat-pairs.ts';

/** What a model says of one unit. */
export type Verdict = 'keep' | 'drop';

/** How often each cause was seen. */
export type FaultCounts = Partial<Record<Cause, number>>;

/** What an answer says, and all that is wrong with it. Ids with two verdicts have none. */
export interface JudgedAnswer {
  verdicts: Map<string, Verdict>;
  faults: FaultCounts;
  repaired: boolean;
}

/** Adds one to a cause, or `by`. */
export function countFault(faults: FaultCounts, cause: Cause, by = 1): void {
  if (by > 0) faults[cause] = (faults[cause] ?? 0) + by;
}

/** The first cause of the closed list that was seen, null where none was. `forgiven` ones do not count. */
export function firstCause(faults: FaultCounts, forgiven: ReadonlySet<Cause>): Cause | null {
  return CAUSES.find((cause) => (faults[cause] ?? 0) > 0 && !forgiven.has(cause)) ?? null;
}

/**
 * Reads the verdicts of one answer against the ids that were asked for. Each fault is counted by itself: not-json, schema (not a flat
 * object, or a value other than keep and drop), unknown-id, duplicate-id (said twice), contradiction (said twice, differently), missing-id.
 */
export function judgeAnswer(text: string, ids: readonly string[], repair: Repair): JudgedAnswer {
  const faults: FaultCounts = {};
  const verdicts = new Map<string, Verdict>();
  const json = extractJson(text, repair);
  if (json === null) return { verdicts, faults: { 'not-json': 1 }, repaired: false };
  const pairs = flatPairs(json.source);
  if (pairs === null) return { verdicts, faults: { schema: 1 }, repaired: json.repaired };

  const asked = new Set(ids);
  const seen = new Set<string>();
  const contradicted = new Set<string>();
  for (const { key, value } of pairs) {
    if (!asked.has(key)) {
      countFault(faults, 'unknown-id');
      continue;
    }
    const isRepeated = seen.has(key);
    seen.add(key);
    if (value !== 'keep' && value !== 'drop') {
      countFault(faults, 'schema');
      continue;
    }
    const before = verdicts.get(key);
    if (contradicted.has(key) || (before !== undefined && before !== value)) {
      contradicted.add(key);
      countFault(faults, 'contradiction');
    } else if (isRepeated) {
      countFault(faults, 'duplicate-id');
    }
    verdicts.set(key, value);
  }
  for (const key of contradicted) verdicts.delete(key);
  countFault(faults, 'missing-id', ids.filter((id) => !seen.has(id)).length);
  return { verdicts, faults, repaired: json.repaired };
}
