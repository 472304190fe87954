import type { Cause } from '../../harness/index.ts';
import type { Verdict } from './judge.ts';

/** The verdict of a one-word answer; `repaired` where more than the word was said. */
export type JudgedWord =
  | { status: 'verdict'; verdict: Verdict; repaired: boolean }
  | { status: 'fault'; cause: Extract<Cause, 'schema' | 'contradiction'> };

/** Reads keep or drop out of an answer. Neither is `schema`, both are a `contradiction`. */
export function judgeWord(text: string): JudgedWord {
  const words = [...text.toLowerCase().matchAll(/\b(?:keep|drop)\b/g)].map((match) => match[0]);
  const [word, ...others] = new Set(words);
  if (word === undefined) return { status: 'fault', cause: 'schema' };
  if (others.length > 0) return { status: 'fault', cause: 'contradiction' };
  const bare = text.trim().replaceAll(/^["'`*]+|["'`*.!]+$/g, '');
  return { status: 'verdict', verdict: word as Verdict, repaired: bare.toLowerCase() !== word };
}
