import { COMPACTION_META_KEY, type CompactedContext, type Message } from '../../harness/index.ts';
import { freshId } from '../outcome.ts';
import { ROLLING_MARK, type RollingPlan } from './plan.ts';

/** A context with the planned messages replaced by one summary, where the oldest of them stood. Origins stay those of the first input. */
export function replaceBySummary(
  context: CompactedContext,
  plan: RollingPlan,
  options: { text: string; by: string },
): CompactedContext {
  const gone = new Set(plan.indices);
  const replaces = plan.indices.flatMap((index) => {
    const origin = context.origins[index];
    if (!origin) return [];
    return origin.type === 'kept' ? [origin.id] : origin.ids;
  });
  const summary: Message = {
    id: freshId(context.messages, `${options.by}-summary`),
    role: 'user',
    content: [
      {
        type: 'text',
        text: `<conversation_summary>\n${options.text.trim()}\n</conversation_summary>`,
      },
    ],
    created: { by: options.by, replaces },
    meta: {
      [COMPACTION_META_KEY]: { strategy: ROLLING_MARK, summarized_messages: plan.indices.length },
    },
  };
  const next: CompactedContext = { messages: [], origins: [] };
  context.messages.forEach((message, index) => {
    if (index === plan.indices[0]) {
      next.messages.push(summary);
      next.origins.push({ type: 'created', ids: replaces });
    }
    const origin = context.origins[index];
    if (gone.has(index) || !origin) return;
    next.messages.push(message);
    next.origins.push(origin);
  });
  return next;
}
