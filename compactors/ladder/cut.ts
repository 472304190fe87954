import {
  type CompactionRequest,
  groupUnits,
  isUserTask,
  type Message,
  type Unit,
} from '../../harness/index.ts';
import { keepTokensOf } from '../partition/budget.ts';
import { summaryOf } from '../partition/checkpoint.ts';
import { type Partition, partitionMessages } from '../partition/partition.ts';
import { createSizer } from '../partition/sizer.ts';
import type { LadderSettings } from './settings.ts';
import type { Thresholds } from './thresholds.ts';
import type { WorkItem } from './work.ts';

/** Where one pass cuts. `older` is empty where there is no cut point. */
export interface Cut {
  messages: Message[];
  partition: Partition;
  /** Summary of an earlier pass or round. */
  earlier: string | null;
  /** Position of the user message whose turn the cut goes through; null where it falls between two turns. */
  splitTurnStart: number | null;
}

/** Plans the cut of the work as it is: the newest units up to the keep budget stay, always at least one. */
export function planCut(
  request: CompactionRequest,
  work: readonly WorkItem[],
  options: { settings: LadderSettings; thresholds: Thresholds },
): Cut {
  const messages = work.map(({ message }) => message);
  const sizer = createSizer(request.counter, messages);
  const keepTokens = keepTokensOf({
    request: { ...request, messages },
    sizer,
    fixed: options.settings.keepRecentTokens,
    inReplay: options.thresholds.keepRecentTokens,
  });
  const partition = partitionMessages({ messages, units: groupUnits(messages), sizer, keepTokens });
  const at = partition.checkpoint;
  const checkpoint = at === null ? undefined : messages[at];
  return {
    messages,
    partition,
    earlier: checkpoint ? summaryOf(checkpoint) : null,
    splitTurnStart: splitTurnStart(messages, partition),
  };
}

/** What one summarizer is given in one pass: the oldest units that fit its context, history and turn prefix apart. */
export interface Span {
  units: Unit[];
  history: string[];
  turnPrefix: string[];
}

/**
 * Takes units from the oldest on while they fit `capacityTokens`, at least one. Rendered texts come from `render`; the task of a turn
 * goes with its part although it is no unit to summarise.
 */
export function takeSpan(options: {
  cut: Cut;
  capacityTokens: number;
  estimateTokens(text: string): number;
  render(indices: readonly number[], mostTokens: number): string;
}): Span {
  const { cut, capacityTokens, estimateTokens, render } = options;
  const start = cut.splitTurnStart ?? Number.POSITIVE_INFINITY;
  const span: Span = { units: [], history: [], turnPrefix: [] };
  let used = 0;
  for (const { indices, unit } of shownGroups(cut)) {
    const text = render(indices, capacityTokens);
    const tokens = estimateTokens(text) + 2;
    if (span.units.length > 0 && used + tokens > capacityTokens) break;
    used += tokens;
    if (unit) span.units.push(unit);
    ((indices[0] ?? 0) >= start ? span.turnPrefix : span.history).push(text);
  }
  return span;
}

/** Units to summarise, and protected user messages among them (shown, not removed), in their order. */
function shownGroups({ messages, partition }: Cut): { indices: number[]; unit: Unit | null }[] {
  const groups: { indices: number[]; unit: Unit | null }[] = partition.older.map((unit) => ({
    indices: unit.indices,
    unit,
  }));
  const lastOlder = partition.older.reduce(
    (last, unit) => Math.max(last, unit.indices.at(-1) ?? -1),
    -1,
  );
  for (const index of partition.protectedIndices) {
    if (messages[index]?.role === 'user' && index < lastOlder) {
      groups.push({ indices: [index], unit: null });
    }
  }
  return groups.sort((a, b) => (a.indices[0] ?? 0) - (b.indices[0] ?? 0));
}

function splitTurnStart(messages: readonly Message[], partition: Partition): number | null {
  const first = partition.floorIndices[0] ?? messages.length;
  const opensTurn = messages[first] !== undefined && isUserTask(messages[first]);
  if (opensTurn) return null;
  const start = messages.findLastIndex((message, index) => index < first && isUserTask(message));
  return start === -1 ? null : start;
}
