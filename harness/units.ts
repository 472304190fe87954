import type { Message } from './types/index.ts';

/** A message, or a tool-calling message with all its results. Kept, replaced or removed as one. */
export interface Unit {
  /** Id of its first message. */
  id: string;
  messageIds: string[];
  /** Positions in the list, rising; in a well-formed list they are adjacent. */
  indices: number[];
}

/**
 * Groups a list into units, in the order of their first messages; every index is in exactly one. A tool result joins the newest
 * earlier message that calls its id, wherever it stands; a result that nothing called is a unit of its own.
 */
export function groupUnits(messages: readonly Message[]): Unit[] {
  const units: Unit[] = [];
  const callers = new Map<string, Unit>();
  messages.forEach((message, index) => {
    const owner = message.role === 'tool' ? findCaller(message, callers) : undefined;
    if (owner) {
      owner.messageIds.push(message.id);
      owner.indices.push(index);
      return;
    }
    const unit: Unit = { id: message.id, messageIds: [message.id], indices: [index] };
    units.push(unit);
    for (const block of message.content) {
      if (block.type === 'tool_call') callers.set(block.callId, unit);
    }
  });
  return units;
}

function findCaller(message: Message, callers: Map<string, Unit>): Unit | undefined {
  for (const block of message.content) {
    if (block.type !== 'tool_result') continue;
    const unit = callers.get(block.callId);
    if (unit) return unit;
  }
  return undefined;
}

/** Key of `Message.meta` under which a compactor's mark travels in chat formats: an object with at least `strategy`. */
export const COMPACTION_META_KEY = 'context_compaction';

/** True for messages that a compactor made or rewrote, now (`created`) or before the recording (`meta.context_compaction`). */
export function isCompactorMade(message: Message): boolean {
  return message.created !== undefined || compactionMark(message) !== null;
}

/** Strategy that made a message by its metadata or its `created` mark, null for a message that no compactor made. */
export function madeByStrategy(message: Message): string | null {
  return compactionMark(message) ?? message.created?.by ?? null;
}

function compactionMark(message: Message): string | null {
  const mark = message.meta?.[COMPACTION_META_KEY];
  if (mark === null || typeof mark !== 'object' || Array.isArray(mark)) return null;
  return typeof mark.strategy === 'string' ? mark.strategy : null;
}

/** True for what a person said: a user message that no compactor made. */
export function isUserTask(message: Message): boolean {
  return message.role === 'user' && !isCompactorMade(message);
}

/** End (exclusive) of the block of system messages that opens the list. */
export function leadingSystemEnd(messages: readonly Message[]): number {
  const end = messages.findIndex(
    (message) => message.role !== 'system' || isCompactorMade(message),
  );
  return end === -1 ? messages.length : end;
}

/** Index of the newest user message that no compactor made, -1 where there is none. */
export function newestUserIndex(messages: readonly Message[]): number {
  return messages.findLastIndex(isUserTask);
}

/** Indices that every strategy must keep: system messages, the newest user message, the newest unit. Rising. */
export function protectedIndices(messages: readonly Message[], units?: readonly Unit[]): number[] {
  const kept = new Set<number>();
  messages.forEach((message, index) => {
    if (message.role === 'system') kept.add(index);
  });
  const user = newestUserIndex(messages);
  if (user >= 0) kept.add(user);
  const last = messages.length - 1;
  const newest = (units ?? groupUnits(messages)).find((unit) => unit.indices.includes(last));
  for (const index of newest?.indices ?? []) kept.add(index);
  return [...kept].sort((a, b) => a - b);
}

/** A copy that shares nothing with the original. */
export function cloneMessage(message: Message): Message {
  return structuredClone(message);
}
