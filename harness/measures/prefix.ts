import { canonicalJson } from '../hash.ts';
import type { TokenCounter } from '../types/counter.ts';
import type { Message } from '../types/message.ts';

/** Tokens of the leading messages that are the same in both lists: what a prompt cache of the list before can still serve. A message that differs in part counts as changed. */
export function reusablePrefixTokens(
  before: readonly Message[],
  after: readonly Message[],
  counter: TokenCounter,
): number {
  let length = 0;
  while (length < Math.min(before.length, after.length)) {
    const [old, current] = [before[length], after[length]];
    if (old === undefined || current === undefined || !samePrompt(old, current)) break;
    length += 1;
  }
  return length === 0 ? 0 : counter.count(after.slice(0, length));
}

/** Ids and marks are no part of a prompt. */
function samePrompt(a: Message, b: Message): boolean {
  return a.role === b.role && canonicalJson(a.content) === canonicalJson(b.content);
}
