import { z } from 'zod';
import {
  type Block,
  COMPACTION_META_KEY,
  type CompactedContext,
  type CompactionRequest,
  type CompactionResult,
  type Message,
  madeByStrategy,
  type Origin,
} from '../harness/index.ts';
import { defineCompactor } from './entry.ts';
import { spanIndices, stepSpans } from './groups.ts';
import { finishLocal, isTooShort, keptFrom, skipped } from './outcome.ts';
import { measureMessages, totalTokens } from './sizes.ts';

const NAME = 'tool-result-pruning';
const PRUNING_MARK = 'tool_result_pruning';

/** Settings of tool-result pruning. */
export const pruningSettings = z.object({
  minKeepSteps: z
    .int()
    .min(0)
    .default(1)
    .describe('Newest tool-calling steps whose results are never touched; 0 = none'),
  minTokens: z
    .int()
    .min(0)
    .default(200)
    .describe('Results of at most this many tokens stay as they are'),
  placeholder: z
    .string()
    .default('[result removed to save space; call {tool} again if it is needed]')
    .describe("Text that takes a result's place, {tool} = name of the tool"),
  skipMetaKeys: z
    .array(z.string())
    .default(['tool_result_offloaded'])
    .describe('Results whose metadata has one of these keys, set, stay as they are'),
});

type PruningSettings = z.output<typeof pruningSettings>;

/**
 * Replaces long tool results by a short placeholder, oldest first, until the target is met. Call ids and error flags stay, so that no
 * pairing breaks. After Haystack 3.4.1's `ToolResultPruningCompactor`.
 */
export const toolResultPruningEntry = defineCompactor({
  name: NAME,
  role: 'strategy',
  needsModel: false,
  version: 1,
  summary: 'Replaces the oldest long tool results by short placeholders until the target is met.',
  source: 'Haystack 3.4.1, ToolResultPruningCompactor',
  causes: [],
  settings: pruningSettings,
  build: (settings) => ({ compact: async (request) => pruneResults(request, settings) }),
});

function pruneResults(request: CompactionRequest, settings: PruningSettings): CompactionResult {
  const { messages, targetTokens, counter, signal } = request;
  if (signal.aborted) return { status: 'cancelled', steps: [] };
  if (isTooShort(messages)) return skipped('too-short');
  const measured = measureMessages(messages, counter);
  const { size } = counter.additive();
  let total = totalTokens(measured);
  if (total <= targetTokens) return skipped('under-target');

  const untouchable = protectedResults(messages, settings.minKeepSteps);
  const context: CompactedContext = { messages: [], origins: [] };
  let replacedAny = false;
  messages.forEach((message, index) => {
    let origin: Origin = keptFrom(message);
    let handedOn = message;
    if (total > targetTokens && !untouchable.has(index) && isPrunable(message, settings)) {
      const before = measured.tokensAt([index]);
      if (before > settings.minTokens) {
        const placeholder = replaceResults(message, settings.placeholder, before);
        const saved = before - measured.tokensOf(size(placeholder), 1);
        if (saved > 0) {
          total -= saved;
          handedOn = placeholder;
          origin = { type: 'replaced', ids: [message.id] };
          replacedAny = true;
        }
      }
    }
    context.messages.push(handedOn);
    context.origins.push(origin);
  });
  return replacedAny ? finishLocal(request, NAME, context) : skipped('nothing-removable');
}

/** Indices of the newest `count` steps that have tool results. */
function protectedResults(messages: readonly Message[], count: number): Set<number> {
  const withResults = stepSpans(messages, 0).filter((span) => span.end - span.start > 1);
  const newest = withResults.slice(Math.max(0, withResults.length - count));
  return new Set(newest.flatMap((span) => spanIndices(span)));
}

function isPrunable(message: Message, { skipMetaKeys }: PruningSettings): boolean {
  if (!message.content.some((block) => block.type === 'tool_result')) return false;
  if (madeByStrategy(message) === PRUNING_MARK || message.created?.by === NAME) return false;
  return !skipMetaKeys.some((key) => {
    const value = Object.hasOwn(message.meta ?? {}, key) ? message.meta?.[key] : null;
    return value !== null && value !== undefined && value !== false;
  });
}

function replaceResults(message: Message, placeholder: string, originalTokens: number): Message {
  const content = message.content.map((block): Block => {
    if (block.type !== 'tool_result') return block;
    const tool = block.name ?? 'the tool';
    return { ...block, text: placeholder.replaceAll('{tool}', () => tool) };
  });
  return {
    ...message,
    content,
    created: { by: NAME, replaces: [message.id] },
    meta: {
      ...message.meta,
      [COMPACTION_META_KEY]: { strategy: PRUNING_MARK, original_tokens: originalTokens },
    },
  };
}
