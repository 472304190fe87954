import type { VerdictReport } from '../types/compactor.ts';
import type { Fact } from '../types/fact.ts';

/** How good the verdict "drop" was: right where the unit carries no fact's evidence. In [0, 1], null where nothing was dropped or nothing was droppable. */
export interface VerdictQuality {
  dropPrecision: number | null;
  dropRecall: number | null;
  /** Units with a verdict / units asked about, null where none was asked about. */
  coverage: number | null;
}

/** Scores verdicts against the annotated facts. A unit without a verdict counts as not dropped. */
export function verdictQuality(report: VerdictReport, facts: readonly Fact[]): VerdictQuality {
  const carriers = carrierIds(facts);
  const units = report.units.map((unit) => ({
    dropped: unit.verdict === 'drop',
    carriesFact: unit.messageIds.some((id) => carriers.has(id)),
  }));
  const dropped = units.filter((unit) => unit.dropped);
  const right = dropped.filter((unit) => !unit.carriesFact).length;
  return {
    dropPrecision: ratio(right, dropped.length),
    dropRecall: ratio(right, units.filter((unit) => !unit.carriesFact).length),
    coverage: ratio(report.answered, report.asked),
  };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** One point of a keep-score curve: what would have come of this threshold. Rates in [0, 1], null where there is nothing to count. */
export interface ScorePoint {
  /** Units with at least this score are kept; null = no unit is. */
  threshold: number | null;
  kept: number;
  dropped: number;
  /** Share of the scored units that carry a fact which would be kept. */
  factUnitsKept: number | null;
  dropPrecision: number | null;
  dropRecall: number | null;
}

/**
 * The curve of a report that has scores: a point for each distinct score, rising, then one without a threshold where everything is dropped.
 * Units without a score take no part; empty where none has one.
 */
export function keepScoreCurve(report: VerdictReport, facts: readonly Fact[]): ScorePoint[] {
  const carriers = carrierIds(facts);
  const units = report.units.flatMap(({ score, messageIds }) =>
    score === null ? [] : [{ score, carriesFact: messageIds.some((id) => carriers.has(id)) }],
  );
  const scores = [...new Set(units.map((unit) => unit.score))].sort((a, b) => a - b);
  if (scores.length === 0) return [];
  return [...scores, null].map((threshold) => {
    const dropped = units.filter((unit) => threshold === null || unit.score < threshold);
    const right = dropped.filter((unit) => !unit.carriesFact).length;
    const withFact = units.filter((unit) => unit.carriesFact).length;
    return {
      threshold,
      kept: units.length - dropped.length,
      dropped: dropped.length,
      factUnitsKept: ratio(withFact - (dropped.length - right), withFact),
      dropPrecision: ratio(right, dropped.length),
      dropRecall: ratio(right, units.length - withFact),
    };
  });
}

/** Ids of the messages that hold the evidence of a fact. */
function carrierIds(facts: readonly Fact[]): Set<string> {
  return new Set(
    facts.flatMap((fact) => (fact.kind === 'absent' ? [] : fact.evidence.map((e) => e.messageId))),
  );
}
