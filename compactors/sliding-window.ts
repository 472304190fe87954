import { z } from 'zod';
import {
  COMPACTION_META_KEY,
  type CompactedContext,
  type CompactionRequest,
  type CompactionResult,
  type Message,
} from '../harness/index.ts';
import { defineCompactor } from './entry.ts';
import { finishLocal, freshId, isTooShort, keptFrom, skipped } from './outcome.ts';
import { planWindow, WINDOW_MARK, type WindowPlan } from './sliding-window-plan.ts';

const NAME = 'sliding-window';

/** Settings of the sliding window. */
export const slidingWindowSettings = z.object({
  minKeepSteps: z
    .int()
    .min(0)
    .default(1)
    .describe("Steps of the current task that stay even where they don't fit; 0 = none"),
  omissionNote: z
    .string()
    .nullable()
    .default('[{removed} earlier messages left out]')
    .describe(
      'Text of the note that stands for what was removed, {removed} = how many messages; null = no note',
    ),
});

/**
 * Keeps the system block, the current task and as much whole recent conversation as fits; older turns go first, then the task's
 * own older steps. After Haystack 3.4.1's `SlidingWindowCompactor`, with one difference: a result that is not smaller is not handed on.
 */
export const slidingWindowEntry = defineCompactor({
  name: NAME,
  role: 'strategy',
  needsModel: false,
  version: 1,
  summary:
    'Keeps the system block, the current task and the newest whole turns and steps that fit.',
  source: 'Haystack 3.4.1, SlidingWindowCompactor',
  causes: [],
  settings: slidingWindowSettings,
  build: (settings) => ({ compact: async (request) => compactToWindow(request, settings) }),
});

function compactToWindow(
  request: CompactionRequest,
  { minKeepSteps, omissionNote }: z.output<typeof slidingWindowSettings>,
): CompactionResult {
  const { messages, targetTokens, counter, signal } = request;
  if (signal.aborted) return { status: 'cancelled', steps: [] };
  if (isTooShort(messages)) return skipped('too-short');
  const plan = planWindow(messages, { targetTokens, counter, minKeepSteps });
  if (plan === null) return skipped('under-target');
  if (plan.removed.length === 0) return skipped('nothing-removable');
  // A note for nothing but older notes would be removed and written again for ever.
  if (omissionNote !== null && plan.onlyNotes) return skipped('nothing-removable');
  return finishLocal(request, NAME, applyPlan(messages, plan, omissionNote));
}

function applyPlan(
  messages: readonly Message[],
  plan: WindowPlan,
  omissionNote: string | null,
): CompactedContext {
  const context: CompactedContext = { messages: [], origins: [] };
  const note = omissionNote === null ? null : createNote(messages, plan, omissionNote);
  const addNote = (): void => {
    if (!note) return;
    context.messages.push(note);
    context.origins.push({ type: 'created', ids: note.created?.replaces ?? [] });
  };
  let noteDue = true;
  for (const index of plan.kept) {
    const message = messages[index];
    if (!message) continue;
    if (noteDue && index >= plan.noteAt) {
      addNote();
      noteDue = false;
    }
    context.messages.push(message);
    context.origins.push(keptFrom(message));
  }
  if (noteDue) addNote();
  return context;
}

function createNote(messages: readonly Message[], plan: WindowPlan, template: string): Message {
  const replaces = plan.removed.flatMap((index) => messages[index]?.id ?? []);
  return {
    id: freshId(messages, `${NAME}-note`),
    role: 'user',
    content: [{ type: 'text', text: template.replaceAll('{removed}', String(replaces.length)) }],
    created: { by: NAME, replaces },
    meta: {
      [COMPACTION_META_KEY]: {
        strategy: WINDOW_MARK,
        removed_messages: replaces.length,
        kept_messages: plan.kept.length,
      },
    },
  };
}
