import type { CompactedRecord } from '../../harness/index.ts';
import { roundKey } from '../summarize/collect.ts';
import { summarizeCompaction } from '../summarize/compaction-figures.ts';
import { lastRounds } from '../summarize/controls.ts';
import type { RunData } from '../summarize/types.ts';
import type { Pairing, PairSide } from './types.ts';

/**
 * Pairs the cells of two runs by `pairKey`, in the baseline's plan order. A replay is paired without its round and compared by
 * its last one, so that another number of rounds does not part it from its former self.
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
  const keyOf = createPairKey(data);
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

/** A replay's key without its round: the parts of `pairKey` by the names of its models. */
function createPairKey(data: RunData): (record: CompactedRecord) => string {
  const names = new Map(
    data.headers.flatMap((header) => header.models).map((model) => [model.id, model.name]),
  );
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? id));
  return (record) => {
    if (record.mode !== 'replay') return record.pairKey;
    const { transcript, compactor, mode, budgetRatio, fault, trial } = record;
    const models = [nameOf(record.model), nameOf(record.smallModel)];
    return JSON.stringify([transcript, compactor, models, mode, budgetRatio, fault, trial]);
  };
}
