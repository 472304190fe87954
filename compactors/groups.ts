import { isUserTask, leadingSystemEnd, type Message, newestUserIndex } from '../harness/index.ts';

/** Adjacent messages: indices from `start` to `end` (exclusive). */
export interface Span {
  start: number;
  end: number;
}

/** How a conversation falls apart for Haystack's compactors. */
export interface ConversationParts {
  /** End (exclusive) of the system messages that open it. */
  systemEnd: number;
  /** Index of the newest real user message, null where there is none. */
  taskIndex: number | null;
  /** Whole turns before the task, oldest first: a real user message up to the next one. */
  turns: Span[];
  /** Steps of the task, oldest first: an assistant message with the tool results that directly follow. */
  steps: Span[];
}

/** Reads a conversation as system block, past turns, task and the task's steps. One pass, O(n). */
export function splitConversation(messages: readonly Message[]): ConversationParts {
  const systemEnd = leadingSystemEnd(messages);
  const newest = newestUserIndex(messages);
  const taskIndex = newest < systemEnd ? null : newest;
  return {
    systemEnd,
    taskIndex,
    turns: taskIndex === null ? [] : turnSpans(messages, systemEnd, taskIndex),
    steps: stepSpans(messages, taskIndex === null ? systemEnd : taskIndex + 1),
  };
}

function turnSpans(messages: readonly Message[], start: number, end: number): Span[] {
  const spans: Span[] = [];
  for (let index = start; index < end; index++) {
    const message = messages[index];
    if (!message || !isUserTask(message)) continue;
    const last = spans.at(-1);
    if (last) last.end = index;
    spans.push({ start: index, end });
  }
  return spans;
}

/** Steps from `start` on: each assistant message with the tool results that directly follow it. */
export function stepSpans(messages: readonly Message[], start: number): Span[] {
  const spans: Span[] = [];
  let index = start;
  while (index < messages.length) {
    if (messages[index]?.role !== 'assistant') {
      index++;
      continue;
    }
    let end = index + 1;
    while (messages[end]?.role === 'tool') end++;
    spans.push({ start: index, end });
    index = end;
  }
  return spans;
}

/** The indices of a span that `keep` lets through; all of them by default. */
export function spanIndices(span: Span, keep: (index: number) => boolean = () => true): number[] {
  const indices: number[] = [];
  for (let index = span.start; index < span.end; index++) if (keep(index)) indices.push(index);
  return indices;
}
