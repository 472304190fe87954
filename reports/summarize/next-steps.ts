import { isCorrect } from './probe-figures.ts';
import type { NextStepRow } from './report-types.ts';
import type { SummaryRow } from './types.ts';

/** Probes of a continuation are named by the transcript and the part of the step that they score. */
const PART = /:next-step-([a-z-]+)$/;

/** How often the proposed next step calls the recorded tool, on the recorded target, and repeats nothing that is done. */
export function summarizeNextSteps(summary: readonly SummaryRow[]): NextStepRow[] {
  return summary
    .filter(({ group }) => group.mode === 'continuation')
    .flatMap(({ group, cells }) => {
      const parts = new Map<string, NextStepRow>();
      for (const probe of cells.flatMap((cell) => cell.graded?.probes ?? [])) {
        const part = PART.exec(probe.factId)?.[1];
        if (part === undefined) continue;
        const row = parts.get(part) ?? { group, part, right: 0, scored: 0, unscored: 0 };
        const correct = isCorrect(probe);
        if (correct === null) row.unscored += 1;
        else row.scored += 1;
        if (correct) row.right += 1;
        parts.set(part, row);
      }
      return [...parts.values()];
    });
}
