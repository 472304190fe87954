/** Something to take: what it weighs, what it is worth. Both whole and not negative. */
export interface KnapsackItem {
  weight: number;
  value: number;
}

/**
 * The 0/1 knapsack, exactly: indices of the items worth the most together within `capacity`, the lightest such choice. Dynamic programming over
 * values, O(items x total value), so that weights may be of any size. Items worth nothing are never taken.
 */
export function solveKnapsack(items: readonly KnapsackItem[], capacity: number): number[] {
  const total = items.reduce((sum, item) => sum + item.value, 0);
  const lightest = new Float64Array(total + 1).fill(Number.POSITIVE_INFINITY);
  lightest[0] = 0;
  // taken[i][v]: whether item i is part of the lightest way to be worth v with the items up to i.
  const taken = items.map(() => new Uint8Array(total + 1));
  items.forEach(({ weight, value }, index) => {
    if (value === 0) return;
    for (let worth = total; worth >= value; worth--) {
      const candidate = (lightest[worth - value] ?? Number.POSITIVE_INFINITY) + weight;
      if (candidate >= (lightest[worth] ?? 0)) continue;
      lightest[worth] = candidate;
      (taken[index] as Uint8Array)[worth] = 1;
    }
  });
  let worth = total;
  while (worth > 0 && (lightest[worth] ?? Number.POSITIVE_INFINITY) > capacity) worth--;
  const chosen: number[] = [];
  for (let index = items.length - 1; index >= 0 && worth > 0; index--) {
    if (taken[index]?.[worth] !== 1) continue;
    chosen.push(index);
    worth -= items[index]?.value ?? 0;
  }
  return chosen.reverse();
}
