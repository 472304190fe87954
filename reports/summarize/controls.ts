import type { CompactedRecord, FactInfo } from '../../harness/index.ts';
import { roundKey } from './collect.ts';
import { isCorrect, recallProbes } from './probe-figures.ts';
import type { ProbeNote } from './report-types.ts';
import type { RunData } from './types.ts';

/** Roles whose figures count whatever their status: a control that changed nothing is still a control. */
const CONTROL_ROLES: ReadonlySet<string> = new Set([
  'ceiling',
  'floor',
  'random',
  'recency',
  'oracle',
]);

/** True for the controls and `tail`. */
export function isControl(record: { role: string }): boolean {
  return CONTROL_ROLES.has(record.role);
}

/** Probes that measure nothing for a reader, by reader. */
export interface ProbeControls {
  guessable: ProbeNote[];
  unanswerable: ProbeNote[];
  /** Fact ids of both lists, by reader. */
  excluded: Map<string, Set<string>>;
}

/**
 * Probes that the floor answers (guessable) and that the ceiling misses (unanswerable for that reader): in at least half of
 * the control's scored answers without a fault, in one-shot cells where there are any. One list for all compactors.
 */
export function findVoidProbes(data: RunData): ProbeControls {
  const guessable = notes(data, 'floor', (share) => share >= 0.5);
  const unanswerable = notes(data, 'ceiling', (share) => share <= 0.5);
  const excluded = new Map<string, Set<string>>();
  for (const note of [...guessable, ...unanswerable]) {
    const set = excluded.get(note.reader) ?? new Set<string>();
    excluded.set(note.reader, set.add(note.factId));
  }
  return { guessable, unanswerable, excluded };
}

function notes(data: RunData, role: string, isVoid: (correctShare: number) => boolean) {
  const records = data.compacted.filter(
    (record) => record.role === role && record.fault === 'none',
  );
  const oneShot = records.filter((record) => record.mode === 'one-shot');
  const tallies = new Map<string, { note: ProbeNote; right: number; scored: number }>();
  for (const record of oneShot.length > 0 ? oneShot : lastRounds(records)) {
    for (const graded of data.graded.get(roundKey(record)) ?? []) {
      for (const probe of recallProbes(graded)) {
        const correct = isCorrect(probe);
        if (correct === null) continue;
        const key = JSON.stringify([graded.reader, probe.factId]);
        const fact = data.facts.get(probe.factId);
        const tally = tallies.get(key) ?? {
          note: probeNote(graded.reader, record.transcript, probe, fact),
          right: 0,
          scored: 0,
        };
        tally.scored += 1;
        tally.right += correct ? 1 : 0;
        tallies.set(key, tally);
      }
    }
  }
  return [...tallies.values()]
    .filter((tally) => isVoid(tally.right / tally.scored))
    .map((tally) => tally.note);
}

function probeNote(
  reader: string,
  transcript: string,
  probe: { factId: string; kind: string },
  fact: FactInfo | undefined,
): ProbeNote {
  const { factId, kind } = probe;
  return { reader, transcript, factId, kind, statement: fact?.statement ?? null };
}

/** The last round of each cell; in one-shot the only one. Order is kept. */
export function lastRounds(records: readonly CompactedRecord[]): CompactedRecord[] {
  const last = new Map<string, number>();
  for (const { compactionKey, round } of records) {
    last.set(compactionKey, Math.max(last.get(compactionKey) ?? round, round));
  }
  return records.filter((record) => last.get(record.compactionKey) === record.round);
}
