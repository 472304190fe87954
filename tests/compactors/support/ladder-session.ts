import type { CompactionRequest, Message } from '../../../harness/index.ts';
import { call, prose, result, text } from './messages.ts';
import { createRequest } from './request.ts';

/** Three finished turns of two steps each, then a task and its answer. */
export function ladderSession(words = 60): Message[] {
  return [
    text('s', 'system', 'You are careful.'),
    ...[1, 2, 3].flatMap((turn) => [
      text(`u${turn}`, 'user', `Task ${turn}.`),
      ...[1, 2].flatMap((step) => [
        call(`a${turn}${step}`, [`c${turn}${step}`]),
        result(`r${turn}${step}`, `c${turn}${step}`, prose(`w${turn}${step}x`, words)),
      ]),
      text(`d${turn}`, 'assistant', `Done with ${turn}.`),
    ]),
    text('u4', 'user', 'Task 4.'),
    text('last', 'assistant', 'On it.'),
  ];
}

/**
 * A replay request over its window: the ladder's own thresholds hold. Window = the messages' tokens less `over`, so that the whole does
 * not fit and the floor of `keepRecentTokens` does.
 */
export function overWindow(
  messages: readonly Message[],
  over: Partial<CompactionRequest> = {},
): ReturnType<typeof createRequest> {
  const base = createRequest(messages);
  const windowTokens = over.windowTokens ?? base.windowTokens - 100;
  return createRequest(messages, {
    mode: 'replay',
    force: false,
    windowTokens,
    targetTokens: Math.floor(windowTokens * 0.4),
    ...over,
  });
}

/** Settings of the tests: no reserve, a small floor. */
export const SMALL_FLOOR = { reserveTokens: 0, keepRecentTokens: 40 };
