import type { FactInfo, FactKind } from '../../harness/index.ts';
import { isCorrect, recallProbes } from '../summarize/probe-figures.ts';
import type { CellPair, PairSide } from './types.ts';

/** One fact in one pair: whether it was kept (or answered) before and after. */
export interface FactOutcome {
  factId: string;
  kind: FactKind | null;
  before: boolean;
  after: boolean;
}

/** What decides a fact's outcome: survival where `reader` is null, else that reader's answer. */
export interface OutcomeScope {
  reader: string | null;
  kind: FactKind | null;
}

/** Outcomes of a pair by reader, each by kind and over all kinds (null): they are asked for once a metric and group. */
type OutcomeIndex = Map<FactKind | null, FactOutcome[]>;
const indexed = new WeakMap<CellPair, Map<string | null, OutcomeIndex>>();

/** Outcomes of the facts that both contexts of a pair tell about, of one kind or all. Paraphrases and absent facts are left out. */
export function factOutcomes(
  pair: CellPair,
  scope: OutcomeScope,
  facts: ReadonlyMap<string, FactInfo>,
): readonly FactOutcome[] {
  const byReader = indexed.get(pair) ?? new Map<string | null, OutcomeIndex>();
  indexed.set(pair, byReader);
  const index = byReader.get(scope.reader) ?? indexOutcomes(pair, scope.reader, facts);
  byReader.set(scope.reader, index);
  return index.get(scope.kind) ?? [];
}

function indexOutcomes(
  pair: CellPair,
  reader: string | null,
  facts: ReadonlyMap<string, FactInfo>,
): OutcomeIndex {
  const read = reader === null ? survivalOf : recallOf(reader);
  const before = read(pair.baseline);
  const after = read(pair.candidate);
  const kinds = kindsOf(pair);
  const all: FactOutcome[] = [];
  const index: OutcomeIndex = new Map([[null, all]]);
  for (const [factId, value] of before) {
    const later = after.get(factId);
    if (later === undefined) continue;
    const kind = facts.get(factId)?.kind ?? kinds.get(factId) ?? null;
    const outcome = { factId, kind, before: value, after: later };
    all.push(outcome);
    if (kind === null) continue;
    const own = index.get(kind);
    if (own === undefined) index.set(kind, [outcome]);
    else own.push(outcome);
  }
  return index;
}

function survivalOf(side: PairSide): Map<string, boolean> {
  const survival = new Map<string, boolean>();
  if (side.record.contextBlob === null) return survival;
  for (const { factId, survived } of side.record.survival) {
    if (survived !== null) survival.set(factId, survived);
  }
  return survival;
}

function recallOf(reader: string): (side: PairSide) => Map<string, boolean> {
  return (side) => {
    const recall = new Map<string, boolean>();
    const graded = side.graded.get(reader);
    for (const probe of graded === undefined ? [] : recallProbes(graded)) {
      const correct = isCorrect(probe);
      if (correct !== null) recall.set(probe.factId, correct);
    }
    return recall;
  };
}

function kindsOf(pair: CellPair): Map<string, FactKind> {
  const kinds = new Map<string, FactKind>();
  for (const side of [pair.baseline, pair.candidate]) {
    for (const graded of side.graded.values()) {
      for (const probe of graded.probes) kinds.set(probe.factId, probe.kind);
    }
  }
  return kinds;
}
