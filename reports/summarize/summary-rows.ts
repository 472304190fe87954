import { mean, quantile } from 'simple-statistics';
import type { TimedRecord } from '../../harness/index.ts';
import { clusterEstimate, shareEstimate } from '../statistics/estimate.ts';
import { type Figure, meanOverTranscripts, transcriptMeans } from './averages.ts';
import { isControl } from './controls.ts';
import type { CellGroup } from './groups.ts';
import { summarizeLatency } from './latency.ts';
import { createNormaliser } from './normalise.ts';
import type { CellRow, StatusCounts, SummaryRow } from './types.ts';

/** Cells with a context: all statuses that hand one on. */
export function withContext(rows: readonly CellRow[]): CellRow[] {
  return rows.filter((row) => row.record.contextBlob !== null);
}

/** Cells that plain figures are over: `compacted` ones; of controls and `tail` every one with a context. */
export function plainCells(rows: readonly CellRow[]): CellRow[] {
  return withContext(rows).filter(
    (row) => row.record.status === 'compacted' || isControl(row.record),
  );
}

/** One row a group, in plan order. */
export function summarizeGroups(
  groups: readonly CellGroup[],
  timed: readonly TimedRecord[],
): SummaryRow[] {
  const normalise = createNormaliser(groups);
  return groups.map(({ group, cells, absent }) => {
    const plain = plainCells(cells);
    const all = withContext(cells);
    const share = (figure: Figure) => shareEstimate(transcriptMeans(plain, figure));
    const average = (figure: Figure) => meanOverTranscripts(plain, figure);
    const counts = countStatuses(cells, absent);
    const attempts = counts.compacted + counts.fallback + counts.failed;
    return {
      group,
      cells,
      counts,
      fallbackRate: attempts > 0 ? counts.fallback / attempts : null,
      failureRate: attempts > 0 ? counts.failed / attempts : null,
      reduction: clusterEstimate(transcriptMeans(plain, (row) => row.compaction.reduction)),
      survival: share((row) => row.compaction.survival),
      recall: share((row) => row.probes.recall),
      recallCore: share((row) => row.probes.recallCore),
      recallParaphrase: share((row) => row.probes.recallParaphrase),
      recallNormalised: normalise({ group, rows: plain, figure: (row) => row.probes.recall }),
      survivalNormalised: normalise({
        group,
        rows: plain,
        figure: (row) => row.compaction.survival,
      }),
      reductionAll: meanOverTranscripts(all, (row) => row.compaction.reduction),
      survivalAll: meanOverTranscripts(all, (row) => row.compaction.survival),
      recallAll: meanOverTranscripts(all, (row) => row.probes.recall),
      targetAdherence: average((row) => row.compaction.targetAdherence),
      staleRate: average((row) => rate(row.probes.stale, row.probes.staleAsked)),
      inventedRate: average((row) => rate(row.probes.invented, row.probes.inventedAsked)),
      unsupportedValues: average((row) => row.compaction.unsupportedValues),
      violations: average((row) => row.record.violations.length),
      pinsKept: average((row) => rate(row.record.pins.kept, row.record.pins.total)),
      dropPrecision: average((row) => row.compaction.dropPrecision),
      dropRecall: average((row) => row.compaction.dropRecall),
      verdictCoverage: average((row) => row.compaction.verdictCoverage),
      reusablePrefixShare: average((row) =>
        rate(row.record.reusablePrefixTokens, row.record.tokensAfter),
      ),
      promptTokens: average((row) => row.compaction.promptTokens),
      completionTokens: average((row) => row.compaction.completionTokens),
      costUsd: average((row) => row.compaction.costUsd),
      tokensPerSurvivedFact: average((row) =>
        rate(row.record.tokensAfter, row.compaction.survived),
      ),
      costPerSurvivedFactUsd: average((row) =>
        rate(row.compaction.costUsd, row.compaction.survived),
      ),
      ...budgetFigures(cells),
      latency: summarizeLatency(cells, timed),
    };
  });
}

function rate(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole;
}

function countStatuses(cells: readonly CellRow[], absent: readonly unknown[]): StatusCounts {
  const count = (status: string) =>
    cells.filter((row) => row.record.status === status && !row.compaction.missing).length;
  return {
    transcripts: new Set(cells.map((row) => row.record.transcript)).size,
    cells: cells.length + absent.length,
    compacted: count('compacted'),
    skipped: count('skipped'),
    fallback: count('fallback'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    missing: cells.filter((row) => row.compaction.missing).length + absent.length,
    void: cells.filter((row) => row.compaction.contextCut || row.probes.voidProbes > 0).length,
    unscored: cells.reduce((sum, row) => sum + row.probes.probesUnscored, 0),
  };
}

/** Share of cells that ran past their total budget, and by how much at the 95th percentile. */
function budgetFigures(cells: readonly CellRow[]) {
  const overruns = cells.map((row) => row.compaction.overBudgetMs).filter((ms) => ms !== null);
  if (overruns.length === 0) return { budgetMissRate: null, overBudgetP95Ms: null };
  return {
    budgetMissRate: mean(overruns.map((ms) => (ms > 0 ? 1 : 0))),
    overBudgetP95Ms: quantile(overruns, 0.95),
  };
}
