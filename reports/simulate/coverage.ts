import { bootstrapEstimate } from '../statistics/bootstrap-t.ts';
import { clusterEstimate, type Estimate } from '../statistics/estimate.ts';
import { createRandom } from '../statistics/random.ts';
import { createWorld, drawKept, shareKept } from './world.ts';

/** How often an interval of the difference of two strategies covered the truth. */
export interface CoverageResult {
  method: 'cluster-t' | 'bootstrap-t';
  transcripts: number;
  runs: number;
  covered: number;
}

/**
 * Two strategies keep each fact with probability 0.60 and 0.70, correlated within a transcript; counts how often the 95 %
 * interval of the difference covers 0.10.
 */
export function simulateCoverage(options: {
  method: CoverageResult['method'];
  transcripts: number;
  runs: number;
  seed: number;
  /** Draws of the bootstrap. */
  draws?: number;
}): CoverageResult {
  const { method, transcripts, runs, seed, draws = 500 } = options;
  const random = createRandom(seed);
  const truth = 0.1;
  let covered = 0;
  for (let run = 0; run < runs; run += 1) {
    const world = createWorld(
      { transcripts, factsFrom: 15, factsTo: 35, means: [0.6, 0.7], shared: 0.15, own: 0.1 },
      random,
    );
    const differences = world.facts.map((facts, index) => {
      const [a = 0, b = 0] = world.keep.map((keep) =>
        shareKept(drawKept(keep[index] ?? 0, facts, random)),
      );
      return b - a;
    });
    const estimate: Estimate =
      method === 'cluster-t'
        ? clusterEstimate(differences)
        : bootstrapEstimate(differences, { seed: seed + run, draws });
    const { low, high } = estimate;
    if (low !== null && high !== null && low <= truth && truth <= high) covered += 1;
  }
  return { method, transcripts, runs, covered };
}
