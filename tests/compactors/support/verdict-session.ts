import type { Message } from '../../../harness/index.ts';
import { call, prose, result, text } from './messages.ts';

/** System, an old task, five old steps `a1`..`a5`, a new task and its answer. Judged: u1 and the steps (m1 to m6). */
export function verdictSession(): Message[] {
  return [
    text('s', 'system', 'You are careful.'),
    text('u1', 'user', 'Look around.'),
    ...[1, 2, 3, 4, 5].flatMap((i) => [
      call(`a${i}`, [`c${i}`]),
      result(`r${i}`, `c${i}`, prose(`w${i}x`, 50)),
    ]),
    text('u2', 'user', 'Now fix w3x0.'),
    text('last', 'assistant', 'I will.'),
  ];
}

/** Settings with which everything in front of the newest unit is judged. */
export const JUDGE_ALL = { keepTokens: 0 };

/** An answer with these verdicts for m1, m2, ... */
export function answerOf(verdicts: string): string {
  const words = Array.from(verdicts, (letter) => (letter === 'k' ? 'keep' : 'drop'));
  return JSON.stringify(Object.fromEntries(words.map((word, i) => [`m${i + 1}`, word])));
}
