import { clusterEstimate, type Estimate } from '../statistics/estimate.ts';
import { byTranscript, type Figure } from './averages.ts';
import type { NoiseFloorRow } from './report-types.ts';
import { plainCells } from './summary-rows.ts';
import type { SummaryRow } from './types.ts';

/**
 * What repetition alone does: the difference between the second and the first trial of the same cells, by transcript, for
 * each group with two trials or more. Its half width is the noise floor of a comparison of two such runs.
 */
export function summarizeNoiseFloor(summary: readonly SummaryRow[]): NoiseFloorRow[] {
  return summary.flatMap((row) => {
    const cells = plainCells(row.cells);
    const first = cells.filter((cell) => cell.record.trial === 1);
    const second = cells.filter((cell) => cell.record.trial === 2);
    if (first.length === 0 || second.length === 0 || row.group.role === 'random') return [];
    const differ = (figure: Figure): Estimate => {
      const a = byTranscript(first, figure);
      const b = byTranscript(second, figure);
      const values = [...a].flatMap(([id, value]) => {
        const other = b.get(id);
        return other === undefined ? [] : [other - value];
      });
      return clusterEstimate(values);
    };
    return [
      {
        compactor: row.group.compactor,
        model: row.group.model,
        reader: row.group.reader,
        survival: differ((cell) => cell.compaction.survival),
        recall: differ((cell) => cell.probes.recall),
      },
    ];
  });
}
