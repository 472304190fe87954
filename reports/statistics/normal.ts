/**
 * P(Z <= z) of the standard normal distribution, by Marsaglia's series (Evaluating the Normal Distribution, 2004);
 * `simple-statistics` offers a table and an approximation good to three digits, too coarse for intervals.
 */
export function normalCdf(z: number): number {
  if (z < -8) return 0;
  if (z > 8) return 1;
  let sum = z;
  let term = z;
  for (let k = 3; k < 400 && Math.abs(term) > 1e-17; k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

/** The z with P(Z <= z) = p, 0 < p < 1, to 1e-12. Throws RangeError outside. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`No normal quantile for p = ${p}.`);
  let low = -8;
  let high = 8;
  while (high - low > 1e-13) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
