import { CARRIERS, FACT_KINDS, type RunRecord } from '../../harness/index.ts';
import { summarizeBreakdown } from './breakdown.ts';
import { summarizeCauses } from './causes.ts';
import { summarizeCells, summarizeFacts } from './cells.ts';
import { collectRun } from './collect.ts';
import { findVoidProbes } from './controls.ts';
import { summarizeCurves } from './curves.ts';
import { groupCells } from './groups.ts';
import { summarizeHeader } from './header.ts';
import { summarizeNextSteps } from './next-steps.ts';
import { summarizeNoiseFloor } from './noise-floor.ts';
import { summarizePareto } from './pareto.ts';
import { compareWithRandom } from './random.ts';
import { summarizeDecay, summarizeSessions } from './replay.ts';
import type { RunSummary } from './report-types.ts';
import { summarizeGroups } from './summary-rows.ts';
import { findWarnings } from './warnings.ts';

const TENTHS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

/**
 * Everything that a report shows, computed once from the records of one or more run logs. Pure: the same records give the
 * same summary. Rows stand in plan order, whatever order the cells ended in.
 */
export function summarizeRun(records: readonly RunRecord[]): RunSummary {
  const data = collectRun(records);
  const { guessable, unanswerable, excluded } = findVoidProbes(data);
  const cells = summarizeCells(data, excluded);
  const facts = summarizeFacts(data, cells);
  const summary = summarizeGroups(groupCells(cells, data.missingCells), data.timed);
  const figures = {
    header: summarizeHeader(data),
    cells,
    facts,
    summary,
    byKind: summarizeBreakdown({ summary, facts, property: (row) => row.kind, order: FACT_KINDS }),
    byCarrier: summarizeBreakdown({
      summary,
      facts,
      property: (row) => row.carrier,
      order: CARRIERS,
    }),
    byPosition: summarizeBreakdown({
      summary,
      facts,
      property: (row) => (row.position === null ? null : String(row.position)),
      order: TENTHS,
    }),
    causes: summarizeCauses(data),
    guessable,
    unanswerable,
    random: compareWithRandom(summary),
    noiseFloor: summarizeNoiseFloor(summary),
    budgetCurve: summarizeCurves(summary),
    pareto: summarizePareto(summary),
    decay: summarizeDecay(cells),
    sessions: summarizeSessions(cells, data.facts),
    nextSteps: summarizeNextSteps(summary),
  };
  return { ...figures, warnings: findWarnings(data, figures) };
}
