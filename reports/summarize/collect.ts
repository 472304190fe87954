import type {
  CompactedRecord,
  FactInfo,
  GradedRecord,
  PlannedIdentity,
  RunFinished,
  RunRecord,
  RunStarted,
  TimedRecord,
} from '../../harness/index.ts';
import type { RunData } from './types.ts';

/** Joins compacted and graded records. */
export function roundKey(record: { compactionKey: string; round: number }): string {
  return `${record.compactionKey}#${record.round}`;
}

/**
 * Puts the records of one or more logs in order: a record that appears twice counts once (the last one), compactions stand
 * in plan order, then by round; those that no header plans follow in the order of their keys.
 */
export function collectRun(records: readonly RunRecord[]): RunData {
  const headers: RunStarted[] = [];
  const finished: RunFinished[] = [];
  const timed: TimedRecord[] = [];
  const compacted = new Map<string, CompactedRecord>();
  const gradedByKey = new Map<string, GradedRecord>();
  for (const record of records) {
    if (record.type === 'run_started') headers.push(record);
    else if (record.type === 'run_finished') finished.push(record);
    else if (record.type === 'timed') timed.push(record);
    else if (record.type === 'compacted') compacted.set(roundKey(record), record);
    else gradedByKey.set(record.gradeKey, record);
  }
  const plannedKeys = [
    ...new Set([
      ...headers.flatMap((header) => header.plannedCells ?? []).map((cell) => cell.compactionKey),
      ...headers.flatMap((header) => header.plannedKeys),
    ]),
  ];
  const done = new Set([...compacted.values()].map((record) => record.compactionKey));
  const missingKeys = plannedKeys.filter((key) => !done.has(key));
  return {
    headers,
    finished,
    timed,
    compacted: inPlanOrder([...compacted.values()], plannedKeys),
    graded: groupGraded(gradedByKey.values(), headers),
    facts: factsOf(headers),
    missingCells: missingCells(headers, new Set(missingKeys)),
    missingKeys,
  };
}

function inPlanOrder(records: CompactedRecord[], plannedKeys: string[]): CompactedRecord[] {
  const place = new Map(plannedKeys.map((key, index) => [key, index]));
  const placeOf = (record: CompactedRecord) =>
    place.get(record.compactionKey) ?? plannedKeys.length;
  return records.sort(
    (a, b) =>
      placeOf(a) - placeOf(b) || compareText(a.compactionKey, b.compactionKey) || a.round - b.round,
  );
}

function groupGraded(
  records: Iterable<GradedRecord>,
  headers: RunStarted[],
): Map<string, GradedRecord[]> {
  const readerOrder = new Map<string, number>();
  for (const reader of headers.flatMap((header) => header.readers)) {
    if (!readerOrder.has(reader.id)) readerOrder.set(reader.id, readerOrder.size);
  }
  const place = (record: GradedRecord) => readerOrder.get(record.reader) ?? readerOrder.size;
  const groups = new Map<string, GradedRecord[]>();
  for (const record of records) {
    const key = roundKey(record);
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  for (const group of groups.values()) {
    group.sort(
      (a, b) =>
        place(a) - place(b) ||
        compareText(a.reader, b.reader) ||
        compareText(a.gradeKey, b.gradeKey),
    );
  }
  return groups;
}

function factsOf(headers: RunStarted[]): Map<string, FactInfo> {
  return new Map(headers.flatMap((header) => header.facts ?? []).map((fact) => [fact.id, fact]));
}

function missingCells(headers: RunStarted[], keys: Set<string>): PlannedIdentity[] {
  const cells = new Map<string, PlannedIdentity>();
  for (const cell of headers.flatMap((header) => header.plannedCells ?? [])) {
    if (keys.has(cell.compactionKey)) cells.set(cell.compactionKey, cell);
  }
  return [...cells.values()];
}

/** Order of texts by code unit: the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
