import { canonicalJson } from '../hash.ts';
import type { RunRecord, RunStarted } from '../types/record.ts';
import { recordKey, settleRecords } from './settle.ts';

/**
 * The canonical form of a run: one line a record, sorted by key, without what was measured in real time and without host and servers.
 * Headers of resumed parts (and of shards) are merged into one, planned keys and data sets united; footers, which only count, are left out.
 * Two runs are "the same run" exactly when their canonical forms are equal.
 */
export function canonicalForm(records: readonly RunRecord[]): string {
  const settled = settleRecords(records).records;
  const headers = settled.filter((record) => record.type === 'run_started');
  const header = mergeHeaders(headers);
  const body = settled.filter((record) => recordKey(record) !== null);
  const lines = body
    .map((record) => ({
      key: recordKey(record) ?? '',
      line: canonicalJson(withoutMeasured(record)),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ line }) => line);
  if (header !== null) lines.unshift(canonicalJson(sortLists(withoutMeasured(header))));
  return lines.map((line) => `${line}\n`).join('');
}

/** Parts of a run may have been written in any order. */
function sortLists(header: object): object {
  const sorted = Object.entries(header).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(canonicalJson).sort() : value,
  ]);
  return Object.fromEntries(sorted);
}

/** One header for all parts of a run: the first one's settings; data sets, prompts, models, readers and planned cells of all, each once, in the order in which they first stand. Null for none. */
export function mergeHeaders(headers: readonly RunStarted[]): RunStarted | null {
  const first = headers[0];
  if (first === undefined) return null;
  return {
    ...first,
    versions: Object.assign({}, ...headers.map(({ versions }) => versions)),
    prompts: Object.assign({}, ...headers.map(({ prompts }) => prompts)),
    datasets: unite(headers.flatMap(({ datasets }) => datasets)),
    models: unite(headers.flatMap(({ models }) => models)),
    readers: unite(headers.flatMap(({ readers }) => readers)),
    plannedKeys: [...new Set(headers.flatMap(({ plannedKeys }) => plannedKeys))].sort(),
    ...uniteOptional(headers),
  };
}

/** Parts of a header that logs written before they existed do not have. */
function uniteOptional(headers: readonly RunStarted[]): Partial<RunStarted> {
  const list = <T>(part: (header: RunStarted) => T[] | undefined): T[] | null =>
    headers.some((header) => part(header) !== undefined)
      ? unite(headers.flatMap((header) => part(header) ?? []))
      : null;
  const plannedCells = list((header) => header.plannedCells);
  const facts = list((header) => header.facts);
  const agents = list((header) => header.agents);
  return {
    ...(plannedCells === null ? {} : { plannedCells }),
    ...(facts === null ? {} : { facts }),
    ...(agents === null ? {} : { agents }),
  };
}

function unite<T>(values: readonly T[]): T[] {
  const byText = new Map(values.map((value) => [canonicalJson(value), value]));
  return [...byText.values()];
}

/** A record without its sub-object of measured times (and, in a header, of host and servers). */
export function withoutMeasured<T extends RunRecord>(record: T): Omit<T, 'measured'> {
  const { measured: _measured, ...rest } = record;
  return rest;
}
