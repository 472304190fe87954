import type { Reason, Verdict } from './types.ts';

const RANK: Record<Verdict, number> = { fail: 0, inconclusive: 1, pass: 2 };

/** The worst of some verdicts: `fail` before `inconclusive` before `pass`; `pass` of none. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce<Verdict>((low, next) => (RANK[next] < RANK[low] ? next : low), 'pass');
}

/** Reasons, the worst first; equal ones keep their order. */
export function worstFirst(reasons: readonly Reason[]): Reason[] {
  return [...reasons].sort((a, b) => RANK[a.verdict] - RANK[b.verdict]);
}
