import type { TokenLogprob } from '../../harness/index.ts';

/**
 * How likely `keep` is against `drop`, in [0, 1], from the alternatives of the first answered token that is a letter; null where neither
 * word is among them. A token that begins a word counts for it ("ke", " Drop", "dr").
 */
export function keepScore(logprobs: readonly TokenLogprob[] | null): number | null {
  const first = logprobs?.find(({ token }) => /\p{L}/u.test(token));
  if (!first) return null;
  const byToken = new Map(first.top.map(({ token, logprob }) => [token, logprob]));
  byToken.set(first.token, first.logprob);
  let keep = 0;
  let drop = 0;
  for (const [token, logprob] of byToken) {
    if (!Number.isFinite(logprob)) continue;
    const letters = token
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '');
    if (letters.length < 2) continue;
    if ('keep'.startsWith(letters)) keep += Math.exp(logprob);
    else if ('drop'.startsWith(letters)) drop += Math.exp(logprob);
  }
  return keep + drop > 0 ? keep / (keep + drop) : null;
}
