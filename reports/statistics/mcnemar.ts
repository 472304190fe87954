/** Probability of exactly `k` heads in `n` fair tosses, without overflow. */
function fairTosses(n: number, k: number): number {
  let logarithm = -n * Math.LN2;
  for (let i = 1; i <= k; i += 1) logarithm += Math.log(n - k + i) - Math.log(i);
  return Math.exp(logarithm);
}

/**
 * Exact two-sided McNemar test (McNemar 1947; binomial form) of paired yes/no outcomes: `lost` only the first has, `gained`
 * only the second. Outcomes of one transcript are not independent, so this describes and never decides. 1 without a change.
 */
export function mcnemarExact(options: { lost: number; gained: number }): number {
  const { lost, gained } = options;
  const n = lost + gained;
  let tail = 0;
  for (let k = 0; k <= Math.min(lost, gained); k += 1) tail += fairTosses(n, k);
  return Math.min(1, 2 * tail);
}
