import type { CompactedRecord } from '../../harness/index.ts';
import { roundKey } from '../summarize/collect.ts';
import { summarizeCompaction } from '../summarize/compaction-figures.ts';
import { lastRounds } from '../summarize/controls.ts';
import type { RunData } from '../summarize/types.ts';
import type { Pairing, PairSide } from './types.ts';

/**
 * Pairs the cells of two runs by `pairKey`, in the baseline's plan order. A replay is paired by its first round's key and
 * compared by its last round, so that another number of rounds does not part it from its former self.
 */
export function pairRuns(baseline: RunData, candidate: RunData): Pairing {
  const before = sidesOf(baseline);
  const after = sidesOf(candidate);
  const pairing: Pairing = { pairs: [], onlyBaseline: [], onlyCandidate: [] };
  for (const [pairKey, side] of before) {
    const other = after.get(pairKey);
    if (other === undefined) pairing.onlyBaseline.push(side.record);
    else {
      const { transcript } = side.record;
      pairing.pairs.push({ pairKey, transcript, baseline: side, candidate: other });
    }
  }
  for (const [pairKey, side] of after) {
    if (!before.has(pairKey)) pairing.onlyCandidate.push(side.record);
  }
  return pairing;
}

function sidesOf(data: RunData): Map<string, PairSide> {
  const firstKeys = new Map<string, { round: number; pairKey: string }>();
  for (const record of data.compacted) {
    const first = firstKeys.get(record.compactionKey);
    if (first === undefined || record.round < first.round) {
      firstKeys.set(record.compactionKey, { round: record.round, pairKey: record.pairKey });
    }
  }
  const keyOf = (record: CompactedRecord) =>
    firstKeys.get(record.compactionKey)?.pairKey ?? record.pairKey;
  return new Map(
    lastRounds(data.compacted).map((record) => [
      keyOf(record),
      {
        record,
        compaction: summarizeCompaction(record),
        graded: new Map(
          (data.graded.get(roundKey(record)) ?? []).map((graded) => [graded.reader, graded]),
        ),
      },
    ]),
  );
}
