import { detectableLoss } from '../statistics/detectable.ts';
import { lossPValue } from '../statistics/one-sided.ts';
import { createRandom } from '../statistics/random.ts';
import { drawKept, shareKept } from './world.ts';

/** Chance that a loss in a group of facts is found. */
export interface PowerPoint {
  transcripts: number;
  facts: number;
  /** Share of all facts of the group that the candidate loses (of those that the baseline keeps). */
  loss: number;
  power: number;
}

/** Power by loss, and the smallest loss that the formula promises to find with 0.8. */
export interface PowerCurve {
  transcripts: number;
  facts: number;
  alpha: number;
  points: PowerPoint[];
  detectable: number | null;
}

/**
 * Simulated power of the group test (one-sided, level `alpha` after Holm) for a group of `facts` facts spread over the
 * transcripts: the baseline keeps each with probability `keep`, the candidate loses each kept one so that `loss` of all is
 * lost on average.
 */
export function simulatePower(options: {
  transcripts: number;
  facts: number;
  losses: readonly number[];
  alpha: number;
  margin: number;
  runs: number;
  seed: number;
  keep?: number;
}): PowerCurve {
  const { transcripts, facts, losses, alpha, margin, runs, seed, keep = 0.7 } = options;
  const random = createRandom(seed);
  const points = losses.map((loss) => {
    let found = 0;
    for (let run = 0; run < runs; run += 1) {
      const differences = spread(facts, transcripts).map((count) => {
        const kept = drawKept(keep, count, random);
        const after = kept.map((value) => value && random.uniform() >= loss / keep);
        return shareKept(after) - shareKept(kept);
      });
      const p = lossPValue(differences, margin);
      if (p !== null && p <= alpha) found += 1;
    }
    return { transcripts, facts, loss, power: found / runs };
  });
  return {
    transcripts,
    facts,
    alpha,
    points,
    detectable: detectableLoss({ transcripts, facts, margin, alpha }),
  };
}

/** Facts by transcript, as even as can be; transcripts without one are left out. */
function spread(facts: number, transcripts: number): number[] {
  return Array.from({ length: transcripts }, (_, index) =>
    Math.floor((facts + index) / transcripts),
  ).filter((count) => count > 0);
}
