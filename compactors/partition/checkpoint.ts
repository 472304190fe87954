import {
  COMPACTION_META_KEY,
  isCompactorMade,
  type Message,
  madeByStrategy,
} from '../../harness/index.ts';
import { freshId } from '../outcome.ts';
import { textOf } from '../rendering/render-unit.ts';

const HEADER = 'Summary of the earlier part of this conversation:\n\n';

/** The marked user-role message that stands for what was summarised. `replaces` = the ids of those messages. */
export function createCheckpoint(options: {
  messages: readonly Message[];
  by: string;
  summary: string;
  replaces: string[];
}): Message {
  const { messages, by, summary, replaces } = options;
  return {
    id: freshId(messages, `${by}-checkpoint`),
    role: 'user',
    content: [{ type: 'text', text: `${HEADER}${summary}` }],
    created: { by, replaces },
    meta: {
      [COMPACTION_META_KEY]: { strategy: by, checkpoint: true, summarized: replaces.length },
    },
  };
}

/** True for a summary that a compactor left in an earlier round. */
export function isCheckpoint(message: Message): boolean {
  if (!isCompactorMade(message) || madeByStrategy(message) === null) return false;
  const mark = message.meta?.[COMPACTION_META_KEY];
  return (
    typeof mark === 'object' && mark !== null && !Array.isArray(mark) && mark.checkpoint === true
  );
}

/** The summary in a checkpoint, without its header. */
export function summaryOf(checkpoint: Message): string {
  const text = textOf(checkpoint);
  return text.startsWith(HEADER) ? text.slice(HEADER.length) : text;
}
