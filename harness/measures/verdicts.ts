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
  const carriers = new Set(
    facts.flatMap((fact) => (fact.kind === 'absent' ? [] : fact.evidence.map((e) => e.messageId))),
  );
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
