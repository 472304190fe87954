import { type Message, madeByStrategy, type TokenCounter } from '../harness/index.ts';
import { type Span, spanIndices, splitConversation } from './groups.ts';
import { type MessageSizes, measureMessages, totalTokens } from './sizes.ts';

/** Strategy word in the metadata of an omission note, as Haystack writes it. */
export const WINDOW_MARK = 'sliding_window';

/** Which messages a window keeps, and where its note goes. Indices rise. */
export interface WindowPlan {
  kept: number[];
  removed: number[];
  /** Index in the input before which the note stands. */
  noteAt: number;
  /** True where all that goes are notes of earlier windows. */
  onlyNotes: boolean;
}

/** What {@link planWindow} needs. */
export interface WindowOptions {
  targetTokens: number;
  counter: TokenCounter;
  minKeepSteps: number;
}

/**
 * Plans Haystack's sliding window in one pass: system block and task stay; steps come before history, the newest first, whole groups only,
 * and the scan stops at the first that does not fit. null where the list is at or under target already.
 */
export function planWindow(
  messages: readonly Message[],
  options: WindowOptions,
): WindowPlan | null {
  const measured = measureMessages(messages, options.counter);
  if (totalTokens(measured) <= options.targetTokens) return null;
  const isNote = (index: number): boolean => {
    const message = messages[index];
    return message !== undefined && madeByStrategy(message) === WINDOW_MARK;
  };
  const { systemEnd, taskIndex, turns, steps } = splitConversation(messages);
  const fixed = spanIndices({ start: 0, end: systemEnd });
  if (taskIndex !== null) fixed.push(taskIndex);
  const room = options.targetTokens - measured.tokensAt(fixed);

  const groups = (spans: readonly Span[]): number[][] =>
    spans.map((span) => spanIndices(span, (index) => !isNote(index)));
  const stepGroups = groups(steps);
  const stepTokens = stepGroups.reduce((sum, group) => sum + measured.tokensAt(group), 0);
  const trimsSteps = stepTokens > room;
  const keptGroups = trimsSteps
    ? newestThatFit(stepGroups, { room, measured, atLeast: options.minKeepSteps })
    : [
        ...newestThatFit(groups(turns), { room: room - stepTokens, measured, atLeast: 0 }),
        ...stepGroups,
      ];

  const keptSet = new Set([...fixed, ...keptGroups.flat()]);
  const all = { start: 0, end: messages.length };
  const removed = spanIndices(all, (index) => !keptSet.has(index));
  return {
    kept: spanIndices(all, (index) => keptSet.has(index)),
    removed,
    // Trimmed steps are missed behind the task, trimmed history before it.
    noteAt: keptGroups.length < stepGroups.length && taskIndex !== null ? taskIndex + 1 : systemEnd,
    onlyNotes: removed.every(isNote),
  };
}

/** The newest groups that fit in `room` tokens, at least `atLeast` of them, in their order. Stops at the first that does not fit. */
function newestThatFit(
  groups: readonly number[][],
  { room, measured, atLeast }: { room: number; measured: MessageSizes; atLeast: number },
): number[][] {
  let left = room;
  let first = groups.length;
  while (first > 0) {
    left -= measured.tokensAt(groups[first - 1] ?? []);
    if (left < 0 && groups.length - first >= atLeast) break;
    first--;
  }
  return groups.slice(first);
}
