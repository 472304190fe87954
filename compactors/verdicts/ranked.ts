import type { CompactionRequest, CompactionResult, Step } from '../../harness/index.ts';
import { skipped } from '../outcome.ts';
import { applyVerdicts } from './conclude.ts';
import type { Verdict } from './judge.ts';
import type { Prepared } from './prepare.ts';
import { reportOf, type Tally } from './report.ts';

/**
 * Verdicts from scores: keep what reaches the threshold; without one, keep the best until the target is filled (ties: the newer unit).
 * A unit that does not fit is passed over for a smaller one.
 */
export function verdictsOfScores(options: {
  request: CompactionRequest;
  prepared: Prepared;
  scores: ReadonlyMap<string, number>;
  threshold: number | null;
}): Map<string, Verdict> {
  const { request, prepared, scores, threshold } = options;
  const verdicts = new Map<string, Verdict>(
    prepared.parts.map(({ id }) => [
      id,
      threshold !== null && (scores.get(id) ?? 0) >= threshold ? 'keep' : 'drop',
    ]),
  );
  if (threshold !== null) return verdicts;
  const { partition, sizer, parts } = prepared;
  const unasked = [...partition.protectedIndices, ...partition.floorIndices];
  if (partition.checkpoint !== null) unasked.push(partition.checkpoint);
  const total = sizer.total(unasked);
  const ranked = parts.map((part, index) => ({ part, index, score: scores.get(part.id) ?? 0 }));
  ranked.sort((a, b) => b.score - a.score || b.index - a.index);
  for (const { part } of ranked) {
    if (total.with(part.unit.indices) > request.targetTokens) continue;
    total.add(part.unit.indices);
    verdicts.set(part.id, 'keep');
  }
  return verdicts;
}

/** The result of a scorer: its verdicts applied; nothing to drop, or nothing saved by it, is a skip. */
export function concludeRanked(options: {
  request: CompactionRequest;
  prepared: Prepared;
  tally: Tally;
  step: Step;
}): CompactionResult {
  const { request, prepared, tally, step } = options;
  const dropsAny = [...tally.verdicts.values()].includes('drop');
  if (!dropsAny) return skipped('nothing-removable');
  const context = applyVerdicts(request, prepared, tally);
  if (request.counter.count(context.messages) >= prepared.tokensBefore) {
    return skipped('not-smaller');
  }
  return { status: 'compacted', steps: [step], verdicts: reportOf(tally), ...context };
}
