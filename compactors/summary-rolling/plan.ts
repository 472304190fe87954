import { type Message, madeByStrategy, type TokenCounter } from '../../harness/index.ts';
import { type ConversationParts, spanIndices, splitConversation } from '../groups.ts';
import { type MessageSizes, measureMessages, totalTokens } from '../sizes.ts';

/** Strategy word in the metadata of a rolling summary, as Haystack writes it. */
export const ROLLING_MARK = 'summarization';

/** The stretches that give way, in this order: history before the task, originals before summaries of summaries. */
export type Stretch = 'history-turns' | 'history-summaries' | 'task-steps' | 'task-summaries';

/** What the next summary stands for. Indices rise. */
export interface RollingPlan {
  stretch: Stretch;
  indices: number[];
}

/** What {@link planRolling} needs. `summaryTokens` is the room kept for one summary. */
export interface RollingOptions {
  targetTokens: number;
  summaryTokens: number;
  minKeepSteps: number;
  counter: TokenCounter;
}

/**
 * The next stretch to summarise: the fewest oldest turns (then steps) with which the rest and a summary fit the target, or the summaries that
 * a region is down to. null at or under target, and where nothing is left to give. One pass: what remains after each group comes from a
 * running sum, where Haystack counts the list again for each.
 */
export function planRolling(
  messages: readonly Message[],
  options: RollingOptions,
): RollingPlan | null {
  const measured = measureMessages(messages, options.counter);
  if (totalTokens(measured) <= options.targetTokens) return null;
  const parts = splitConversation(messages);
  const { systemEnd, taskIndex } = parts;
  const isSummary = (index: number): boolean => {
    const message = messages[index];
    return message !== undefined && madeByStrategy(message) === ROLLING_MARK;
  };
  const summaries = (start: number, end: number): number[] =>
    spanIndices({ start, end }, isSummary);
  const fewest = (groups: number[][]): number[] => oldestThatMakeRoom(groups, measured, options);

  const turns = originalTurns(messages, parts, isSummary);
  if (turns.length > 0) return { stretch: 'history-turns', indices: fewest(turns) };
  const inHistory = summaries(systemEnd, taskIndex ?? systemEnd);
  if (inHistory.length > 1) return { stretch: 'history-summaries', indices: inHistory };
  const steps = parts.steps.slice(0, Math.max(0, parts.steps.length - options.minKeepSteps));
  if (steps.length > 0) {
    return { stretch: 'task-steps', indices: fewest(steps.map((step) => spanIndices(step))) };
  }
  const inTask = summaries(taskIndex === null ? systemEnd : taskIndex + 1, messages.length);
  if (inTask.length > 1) return { stretch: 'task-summaries', indices: inTask };
  return null;
}

/** Past turns with something in them that is no summary; system messages among them stay where they are. */
function originalTurns(
  messages: readonly Message[],
  { turns }: ConversationParts,
  isSummary: (index: number) => boolean,
): number[][] {
  return turns
    .map((turn) =>
      spanIndices(turn, (index) => !isSummary(index) && messages[index]?.role !== 'system'),
    )
    .filter((group) => group.length > 0);
}

function oldestThatMakeRoom(
  groups: readonly number[][],
  measured: MessageSizes,
  { targetTokens, summaryTokens }: RollingOptions,
): number[] {
  let size = 0;
  for (const one of measured.sizes) size += one;
  let count = measured.sizes.length;
  const selected: number[] = [];
  for (const group of groups) {
    selected.push(...group);
    for (const index of group) size -= measured.sizes[index] ?? 0;
    count -= group.length;
    if (measured.tokensOf(size, count) + summaryTokens <= targetTokens) break;
  }
  return selected;
}
