import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded source of random numbers: the same seed gives the same numbers on every machine. */
export interface RandomSource {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Uniform whole number from 0 to `count` - 1. */
  below(count: number): number;
}

/** xoroshiro128+ of pure-rand from a whole-number seed. */
export function createRandom(seed: number): RandomSource {
  const generator = xoroshiro128plus(seed);
  return {
    uniform: () => uniformFloat64(generator),
    below: (count) => uniformInt(generator, 0, count - 1),
  };
}
