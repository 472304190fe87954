import { closest, distance } from 'fastest-levenshtein';

/** The candidate that a misspelt name most likely meant: at most a third of its letters differ. null where none is near. */
export function closestName(name: string, candidates: readonly string[]): string | null {
  if (candidates.length === 0) return null;
  const best = closest(name, candidates);
  return distance(name, best) <= Math.max(1, Math.floor(best.length / 3)) ? best : null;
}
