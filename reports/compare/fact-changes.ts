import { formatCompactor } from '../render/labels.ts';
import { compareText } from '../summarize/collect.ts';
import { factOutcomes } from './fact-outcomes.ts';
import type { MetricScope } from './metric-values.ts';
import type { CellPair, FactChange } from './types.ts';

/** Facts with another fate in at least one pair, those lost in most pairs first, then by id. */
export function changedFacts(pairs: readonly CellPair[], scope: MetricScope): FactChange[] {
  const changes = new Map<string, FactChange>();
  for (const pair of pairs) {
    for (const outcome of factOutcomes(pair, scope, scope.facts)) {
      if (outcome.before === outcome.after) continue;
      const { factId, kind } = outcome;
      const info = scope.facts.get(factId);
      const change = changes.get(factId) ?? {
        factId,
        kind,
        transcript: pair.transcript,
        quote: info?.quote ?? null,
        statement: info?.statement ?? null,
        lost: 0,
        gained: 0,
        compactors: [],
      };
      if (outcome.before) change.lost += 1;
      else change.gained += 1;
      const name = formatCompactor(pair.baseline.record);
      if (!change.compactors.includes(name)) change.compactors.push(name);
      changes.set(factId, change);
    }
  }
  return [...changes.values()].sort(
    (a, b) => b.lost - b.gained - (a.lost - a.gained) || compareText(a.factId, b.factId),
  );
}
