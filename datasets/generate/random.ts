import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Seeded choices: the same seed gives the same ones on every machine. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  /** One of the items; throws RangeError where there is none. */
  pick<T>(items: readonly T[]): T;
}

/** A source of choices that depends on nothing but its seed. */
export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed | 0);
  const int = (low: number, high: number): number => uniformInt(generator, low, high);
  return {
    int,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('nothing to pick from');
      return items[int(0, items.length - 1)] as (typeof items)[number];
    },
  };
}
