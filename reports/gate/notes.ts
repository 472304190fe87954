import type { CellPair } from '../compare/types.ts';
import type { RunData } from '../summarize/types.ts';

/** What a reader of a verdict should know beside its reasons, one sentence each. */
export function gateNotes(options: {
  pairs: readonly CellPair[];
  baseline: RunData;
  candidate: RunData;
  onlyCandidate: number;
}): string[] {
  const { pairs, baseline, candidate, onlyCandidate } = options;
  const notes: string[] = [];
  const source = (run: RunData) =>
    run.headers.map((header) => header.sourceHash.slice(0, 12)).join(', ');
  notes.push(
    source(baseline) === source(candidate)
      ? 'Both runs are of the same sources.'
      : `Sources: baseline ${source(baseline)}, candidate ${source(candidate)}.`,
  );
  const versions = new Set(
    pairs
      .filter(
        (pair) => pair.baseline.record.compactorVersion !== pair.candidate.record.compactorVersion,
      )
      .map(
        ({ baseline: b, candidate: c }) =>
          `${b.record.compactor} ${b.record.compactorVersion} -> ${c.record.compactorVersion}`,
      ),
  );
  if (versions.size > 0) notes.push(`Other versions: ${[...versions].join(', ')}.`);
  if (onlyCandidate > 0) {
    notes.push(
      `${onlyCandidate} cells are in the candidate alone; they are compared with nothing.`,
    );
  }
  const missing = pairs.filter(
    (pair) => pair.baseline.compaction.missing && pair.candidate.compaction.missing,
  ).length;
  if (missing > 0)
    notes.push(
      `${missing} cells had no model or recording in either run; they are compared with nothing.`,
    );
  return notes;
}
