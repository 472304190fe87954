import { gammaln } from 'simple-statistics';

const TINY = 1e-300;

/** Continued fraction of the incomplete beta function, by the modified Lentz method (Press et al., Numerical Recipes, 6.4). */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < TINY ? TINY : d);
  let result = d;
  for (let m = 1; m <= 400; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 + term * d;
      d = 1 / (Math.abs(d) < TINY ? TINY : d);
      c = 1 + term / c;
      if (Math.abs(c) < TINY) c = TINY;
      result *= d * c;
    }
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return result;
}

/** Regularised incomplete beta function I_x(a, b), x in [0, 1]. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a;
  return 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** P(T <= t) of Student's t with `df` > 0 degrees of freedom. */
export function studentCdf(t: number, df: number): number {
  if (t === 0) return 0.5;
  if (!Number.isFinite(t)) return t > 0 ? 1 : 0;
  const tail = incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}

/** The t with P(T <= t) = p, 0 < p < 1, by bisection on the upper tail. Throws RangeError outside. */
export function studentQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1) || !(df > 0)) {
    throw new RangeError(`No t quantile for p = ${p}, df = ${df}.`);
  }
  if (p === 0.5) return 0;
  const tail = Math.min(p, 1 - p);
  let low = 0;
  let high = 1;
  while (studentCdf(-high, df) > tail) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-13 * high; step += 1) {
    const middle = (low + high) / 2;
    if (studentCdf(-middle, df) > tail) low = middle;
    else high = middle;
  }
  const t = (low + high) / 2;
  return p > 0.5 ? t : -t;
}
