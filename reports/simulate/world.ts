import type { RandomSource } from '../statistics/random.ts';

/**
 * Transcripts of a made-up world in which the truth is known: how often each strategy keeps a fact, per transcript. Facts of one
 * transcript are not independent: some transcripts are harder for all strategies (`shared`), some for one (`own`).
 */
export interface World {
  /** Facts of each transcript. */
  facts: number[];
  /** Chance to keep a fact, by strategy and transcript. */
  keep: number[][];
}

/** How a world is drawn. */
export interface WorldSpec {
  transcripts: number;
  factsFrom: number;
  factsTo: number;
  /** Mean chance of each strategy to keep a fact. */
  means: number[];
  /** How much easier or harder a transcript is, for all and for one strategy. Means are kept exactly. */
  shared: number;
  own: number;
}

/** Draws a world. The mean chance over transcripts is `means` in expectation, exactly, since each shift is up or down by a coin. */
export function createWorld(spec: WorldSpec, random: RandomSource): World {
  const coin = () => (random.below(2) === 0 ? -1 : 1);
  const transcripts = Array.from({ length: spec.transcripts }, (_, index) => index);
  const shifts = transcripts.map(() => spec.shared * coin());
  return {
    facts: transcripts.map(() => spec.factsFrom + random.below(spec.factsTo - spec.factsFrom + 1)),
    keep: spec.means.map((mean) =>
      transcripts.map((index) => mean + (shifts[index] ?? 0) + spec.own * coin()),
    ),
  };
}

/** Draws which facts of a transcript are kept. */
export function drawKept(chance: number, facts: number, random: RandomSource): boolean[] {
  return Array.from({ length: facts }, () => random.uniform() < chance);
}

/** Share of kept facts. */
export function shareKept(kept: readonly boolean[]): number {
  return kept.filter(Boolean).length / kept.length;
}
