import { z } from 'zod';
import { type Message, type Origin, protectedIndices } from '../../harness/index.ts';
import { clipResults } from '../clip.ts';
import { defineCompactor } from '../entry.ts';
import { finishLocal, isTooShort, keptFrom, skipped } from '../outcome.ts';

/**
 * The floor: the system messages, the newest user message and the newest unit, whose tool results are clipped. What survives here
 * cannot be lost, so that a fact which does says nothing about a strategy.
 */
export const dropAllEntry = defineCompactor({
  name: 'drop-all',
  role: 'floor',
  needsModel: false,
  version: 1,
  summary: 'Floor: system messages, newest user message, newest unit with long results clipped.',
  source: 'control',
  causes: [],
  settings: z.object({
    maxResultChars: z
      .int()
      .min(0)
      .default(2000)
      .describe('Characters of a tool result beyond which it is clipped'),
  }),
  build: ({ maxResultChars }) => ({
    async compact(request) {
      if (isTooShort(request.messages)) return skipped('too-short');
      const kept = protectedIndices(request.messages);
      const messages: Message[] = [];
      const origins: Origin[] = [];
      for (const index of kept) {
        const message = request.messages[index];
        if (!message) continue;
        const clipped = clipResults(message, maxResultChars, 'drop-all');
        messages.push(clipped);
        origins.push(
          clipped === message ? keptFrom(message) : { type: 'replaced', ids: [message.id] },
        );
      }
      const unchanged = messages.length === request.messages.length && origins.every(isKept);
      if (unchanged) return skipped('would-change-nothing');
      return finishLocal(request, 'drop-all', { messages, origins });
    },
  }),
});

function isKept(origin: Origin): boolean {
  return origin.type === 'kept';
}
