import { z } from 'zod';
import {
  BenchError,
  type CompactionRequest,
  type CompactionResult,
  canonicalJson,
  type Fact,
  protectedIndices,
  sha256Hex,
} from '../../harness/index.ts';
import { defineCompactor } from '../entry.ts';
import { chooseUnits } from './oracle-choice.ts';
import { Coverage } from './oracle-coverage.ts';
import { createSelection, keepSelected, Room, unitSize } from './unit-selection.ts';

/**
 * The oracle: knows the facts, and keeps the units with which most of them survive under the target, beside what every strategy must keep.
 * A reference, not a proven optimum. Creating it without facts throws E_COMPACTOR; `params.facts` is a hash of them.
 */
export const oracleKeepEntry = defineCompactor({
  name: 'oracle-keep',
  role: 'oracle',
  needsModel: false,
  version: 1,
  summary: 'Oracle: the units with which most annotated facts survive under the target.',
  source: 'control; 0/1 knapsack',
  causes: [],
  settings: z.object({}),
  extraParams: (_, facts) => ({ facts: sha256Hex(canonicalJson(facts)) }),
  build: (_, facts) => {
    if (facts === null) throw noFacts();
    return { compact: async (request) => keepFacts(request, facts) };
  },
});

function noFacts(): BenchError {
  return new BenchError({
    code: 'E_COMPACTOR',
    message: 'The oracle needs the facts of its transcript, and there are none.',
    place: 'oracle-keep',
    remedy: 'Give it a transcript of a dataset (its facts stand beside it), or leave it out.',
  });
}

function keepFacts(request: CompactionRequest, facts: readonly Fact[]): CompactionResult {
  const { messages } = request;
  const selection = createSelection(request, (units) => protectedIndices(messages, units));
  const coverage = new Coverage(
    facts,
    messages.filter((_, index) => selection.fixed.has(index)),
    selection.units.map((unit) => unit.indices.flatMap((index) => messages[index] ?? [])),
  );
  const chosen = chooseUnits({
    weights: selection.units.map((unit) => unitSize(selection.measured, unit)),
    capacity: new Room(selection).left(),
    coverage,
  });
  const units = chosen.flatMap((position) => selection.units[position] ?? []);
  return keepSelected(selection, units, 'oracle-keep');
}
