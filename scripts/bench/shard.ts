import type { Problem } from '../../harness/index.ts';

/** The i-th of n parts of a plan, both from 1. */
export interface Shard {
  index: number;
  count: number;
}

/** Parses `i/n`. */
export function parseShard(text: string): Shard | Problem {
  const match = /^(\d+)\/(\d+)$/.exec(text.trim());
  const index = Number(match?.[1]);
  const count = Number(match?.[2]);
  if (match && index >= 1 && count >= index) return { index, count };
  return {
    code: 'E_CONFIG',
    place: '--shard',
    message: `"${text}" is no shard.`,
    remedy: 'Give i/n with 1 <= i <= n, such as 2/4.',
  };
}

/** Every n-th item, beginning with the i-th: parts of one plan are disjoint, and all of it together. */
export function takeShard<T>(items: readonly T[], { index, count }: Shard): T[] {
  return items.filter((_, position) => position % count === index - 1);
}
