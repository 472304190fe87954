/** A measured point of a curve. */
export interface Point {
  x: number;
  y: number;
}

/** A value read off a curve. `gap` = distance between the points it lies between, 0 on a measured point. */
export interface CurveValue {
  y: number;
  gap: number;
}

/**
 * Linear interpolation between measured points. Points of equal x are averaged first. null outside the measured range:
 * a curve is never extended.
 */
export function interpolate(points: readonly Point[], x: number): CurveValue | null {
  const groups = new Map<number, number[]>();
  for (const point of points) groups.set(point.x, [...(groups.get(point.x) ?? []), point.y]);
  const curve = [...groups.entries()]
    .map(([px, ys]) => ({ x: px, y: ys.reduce((sum, y) => sum + y, 0) / ys.length }))
    .sort((a, b) => a.x - b.x);
  const exact = curve.find((point) => Math.abs(point.x - x) <= 1e-12);
  if (exact !== undefined) return { y: exact.y, gap: 0 };
  const right = curve.findIndex((point) => point.x > x);
  const low = curve[right - 1];
  const high = curve[right];
  if (low === undefined || high === undefined) return null;
  const part = (x - low.x) / (high.x - low.x);
  return { y: low.y + part * (high.y - low.y), gap: high.x - low.x };
}
