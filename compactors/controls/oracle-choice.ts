import { type KnapsackItem, solveKnapsack } from './knapsack.ts';
import type { Coverage } from './oracle-coverage.ts';

/** What the oracle chooses from: the weight of each unit, the weight that fits, and which facts survive with what. */
export interface OracleProblem {
  weights: readonly number[];
  capacity: number;
  coverage: Coverage;
}

/**
 * Units to keep, by position, rising. First the exact knapsack, each fact worth 1 and credited to the lightest unit that saves it alone; then what a
 * knapsack cannot see, facts that need several units or that several units carry: filling up and single exchanges, as long as more facts survive.
 */
export function chooseUnits({ weights, capacity, coverage }: OracleProblem): number[] {
  const kept = new Set<number>();
  const weigh = (units: Iterable<number>): number => {
    let weight = 0;
    for (const unit of units) weight += weights[unit] ?? 0;
    return weight;
  };
  const take = (units: readonly number[]): void => {
    for (const unit of units) {
      kept.add(unit);
      coverage.change(unit, 1);
    }
  };
  const leave = (units: readonly number[]): void => {
    for (const unit of units) {
      kept.delete(unit);
      coverage.change(unit, -1);
    }
  };
  /** Takes what saves one more fact at the least weight, as long as something fits; gives back what it took. */
  const fillUp = (): number[] => {
    const added: number[] = [];
    for (;;) {
      const room = capacity - weigh(kept);
      const best = lightest(coverage.missing().flatMap(waysToSave), weigh);
      if (!best || weigh(best) > room) return added;
      take(best);
      added.push(...best);
    }
  };

  take(knapsackChoice(weights, capacity, coverage));
  fillUp();
  for (let improved = true; improved; ) {
    improved = false;
    for (const unit of [...kept]) {
      const before = coverage.count();
      leave([unit]);
      const added = fillUp();
      if (coverage.count() > before) improved = true;
      else {
        leave(added);
        take([unit]);
      }
    }
  }
  return [...kept].sort((a, b) => a - b);
}

function knapsackChoice(
  weights: readonly number[],
  capacity: number,
  coverage: Coverage,
): number[] {
  const items = new Map<number, KnapsackItem>();
  for (const { alone } of coverage.missing()) {
    const unit = lightest(alone, (candidate) => weights[candidate] ?? 0);
    if (unit === null) continue;
    const item = items.get(unit) ?? { weight: weights[unit] ?? 0, value: 0 };
    item.value++;
    items.set(unit, item);
  }
  const units = [...items.keys()];
  return solveKnapsack([...items.values()], capacity).flatMap((index) => units[index] ?? []);
}

/** Sets of units each of which saves a fact: single ones, or all the parts where no unit has everything. */
function waysToSave({ alone, parts }: { alone: number[]; parts: number[] }): number[][] {
  if (alone.length > 0) return alone.map((unit) => [unit]);
  return parts.length > 0 ? [parts] : [];
}

function lightest<T>(candidates: readonly T[], weigh: (candidate: T) => number): T | null {
  let best: T | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const weight = weigh(candidate);
    if (weight >= least) continue;
    least = weight;
    best = candidate;
  }
  return best;
}
