import {
  type CompactionRequest,
  groupUnits,
  newestUserIndex,
  type Unit,
} from '../../harness/index.ts';
import { clipText } from '../clip.ts';
import { type RenderLimits, renderMessages, textOf } from '../rendering/render-unit.ts';

/** One unit as a model sees it: a short id that is the same in every batch, and its clipped text. */
export interface Part {
  id: string;
  unit: Unit;
  text: string;
}

/** Most characters of the current task that are shown with the parts. */
const TASK_CHARS = 1200;

/** Units as parts `m1`, `m2`, ... in their order. */
export function renderParts(
  request: CompactionRequest,
  units: readonly Unit[],
  limits: RenderLimits,
): Part[] {
  return units.map((unit, index) => ({
    id: `m${index + 1}`,
    unit,
    text: renderMessages(
      unit.indices.flatMap((at) => request.messages[at] ?? []),
      limits,
    ),
  }));
}

/** The newest user message as the current task, clipped; a stand-in where there is none. */
export function currentTask({ messages }: Pick<CompactionRequest, 'messages'>): string {
  const task = messages[newestUserIndex(messages)];
  return clipText(task ? textOf(task).trim() : '', TASK_CHARS) || 'Continue the conversation.';
}

/** What a scorer compares units with: the current task and the newest unit, clipped. */
export function scoringQuery(request: Pick<CompactionRequest, 'messages'>): string {
  const last = request.messages.length - 1;
  const newest = groupUnits(request.messages).find((unit) => unit.indices.includes(last));
  const limits = { textChars: TASK_CHARS, resultChars: 400, argumentChars: 200 };
  const step = (newest?.indices ?? []).flatMap((index) => request.messages[index] ?? []);
  return `${currentTask(request)}\n${renderMessages(step, limits)}`;
}
