import type { CompactedRecord, GradedRecord } from '../../harness/index.ts';
import { roundKey } from './collect.ts';
import { summarizeCompaction } from './compaction-figures.ts';
import { summarizeProbes } from './probe-figures.ts';
import type { CellRow, FactRow, RunData } from './types.ts';

/**
 * A row a compaction and round x reader, in plan order. A compaction that nobody graded (it failed) gets a row for each
 * reader that graded another one of its transcript (where there is none, for each reader of the run), so that failures
 * count for every reader.
 */
export function summarizeCells(
  data: RunData,
  excluded: ReadonlyMap<string, ReadonlySet<string>>,
): CellRow[] {
  const readersOf = readersByTranscript(data);
  const none: ReadonlySet<string> = new Set();
  return data.compacted.flatMap((record) => {
    const compaction = summarizeCompaction(record);
    const graded = data.graded.get(roundKey(record)) ?? [];
    const row = (reader: string | null, grades: GradedRecord | null): CellRow => ({
      record,
      graded: grades,
      reader,
      compaction,
      probes: summarizeProbes(grades, (reader === null ? null : excluded.get(reader)) ?? none),
    });
    if (graded.length > 0) return graded.map((grades) => row(grades.reader, grades));
    const readers = readersOf(record);
    return readers.length > 0 ? readers.map((reader) => row(reader, null)) : [row(null, null)];
  });
}

function readersByTranscript(data: RunData): (record: CompactedRecord) => string[] {
  const byTranscript = new Map<string, Set<string>>();
  for (const record of data.compacted) {
    const readers = byTranscript.get(record.transcript) ?? new Set<string>();
    for (const graded of data.graded.get(roundKey(record)) ?? []) readers.add(graded.reader);
    byTranscript.set(record.transcript, readers);
  }
  const order = data.headers.flatMap((header) => header.readers.map((reader) => reader.id));
  const all = new Set([...byTranscript.values()].flatMap((readers) => [...readers]));
  return (record) => {
    const own = byTranscript.get(record.transcript) ?? all;
    return [...(own.size > 0 ? own : all)].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  };
}

/** A row a probe, in the order of the cells; where nobody asked, a row a fact with its survival alone. */
export function summarizeFacts(data: RunData, cells: readonly CellRow[]): FactRow[] {
  return cells.flatMap((cell) => {
    const survival = new Map(cell.record.survival.map((fact) => [fact.factId, fact]));
    const row = (factId: string, probe: FactRow['probe']): FactRow => {
      const info = data.facts.get(factId);
      const hasContext = cell.record.contextBlob !== null;
      return {
        cell,
        factId,
        kind: probe?.kind ?? info?.kind ?? null,
        carrier: probe?.carrier ?? info?.carrier ?? null,
        position: probe?.position ?? info?.position ?? null,
        survived: hasContext ? (survival.get(factId)?.survived ?? null) : null,
        staleSurvived: hasContext ? (survival.get(factId)?.staleSurvived ?? null) : null,
        probe,
      };
    };
    if (cell.graded === null) return cell.record.survival.map((fact) => row(fact.factId, null));
    return cell.graded.probes.map((probe) => row(probe.factId, probe));
  });
}
