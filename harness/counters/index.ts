import { BenchError } from '../errors.ts';
import { closestName } from '../suggest.ts';
import type { TokenCounter } from '../types/index.ts';
import { createApproximateCounter } from './approximate.ts';
import { createBpeCounter } from './bpe.ts';

/** Names that {@link createCounter} knows; the first is the default. */
export const COUNTER_NAMES = ['o200k_base', 'cl100k_base', 'approximate'] as const;

/** One of {@link COUNTER_NAMES}. */
export type CounterName = (typeof COUNTER_NAMES)[number];

/** The counter of a name, always the same one, so that a message is counted once a process. Throws E_CONFIG for an unknown name. */
export function createCounter(name: string = COUNTER_NAMES[0]): TokenCounter {
  const known = created.get(name);
  if (known) return known;
  const counter = buildCounter(name);
  created.set(name, counter);
  return counter;
}

const created = new Map<string, TokenCounter>();

function buildCounter(name: string): TokenCounter {
  if (name === 'approximate') return createApproximateCounter();
  if (name === 'o200k_base' || name === 'cl100k_base') return createBpeCounter(name);
  const close = closestName(name, COUNTER_NAMES);
  throw new BenchError({
    code: 'E_CONFIG',
    message: `There is no token counter "${name}".`,
    place: 'counter',
    remedy: `${close ? `Did you mean "${close}"? ` : ''}Known: ${COUNTER_NAMES.join(', ')}.`,
  });
}
