import type { CompactedRecord, RunRecord, RunStarted } from '../../../harness/index.ts';
import { type CellSpec, cell, factInfo, graded, log, probe } from '../support.ts';

const KINDS = ['path', 'number', 'error', 'decision'] as const;

/** Ids of a transcript's facts. */
export function ids(transcript: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${transcript}-f${index + 1}`);
}

/** How a made-up run is shaped. `keep` says which facts (from 1) a compactor keeps in a transcript. */
export interface RunShape {
  transcripts?: number;
  facts?: number;
  compactors?: string[];
  keep?: (compactor: string, transcript: number, fact: number) => boolean;
  /** Changes to one cell. */
  change?: (compactor: string, transcript: number) => CellSpec;
  header?: Partial<RunStarted>;
}

/** A run of model-free compactors with the lexical reader, which answers what survived. */
export function run(shape: RunShape = {}): RunRecord[] {
  const {
    transcripts = 10,
    facts = 20,
    compactors = ['sliding-window', 'tool-result-pruning'],
  } = shape;
  const { keep = (_c, _t, fact) => fact % 4 !== 0, change = () => ({}), header = {} } = shape;
  const records: RunRecord[] = [];
  const infos = [];
  for (let t = 1; t <= transcripts; t += 1) {
    const transcript = `t${t}`;
    const all = ids(transcript, facts);
    infos.push(
      ...all.map((id, index) => factInfo(id, transcript, { kind: KINDS[index % 4] ?? 'path' })),
    );
    for (const compactor of compactors) {
      const kept = all.filter((_, index) => keep(compactor, t, index + 1));
      const record: CompactedRecord = cell({
        compactor,
        transcript,
        facts: all,
        kept,
        ...change(compactor, t),
      });
      const has = record.contextBlob !== null;
      const probes = all.map((id, index) =>
        probe(id, has ? (kept.includes(id) ? 'right' : 'wrong') : 'no-context', {
          kind: KINDS[index % 4] ?? 'path',
        }),
      );
      records.push(record, graded(record, probes));
    }
  }
  return log(records, { facts: infos, ...header });
}
