import type {
  CompactedContext,
  CompactionRequest,
  CompactionResult,
  Message,
  Origin,
  SkipReason,
  Step,
} from '../harness/index.ts';

/** The result of a compactor that had nothing to do. */
export function skipped(reason: SkipReason): CompactionResult {
  return { status: 'skipped', reason };
}

/** True where there is nothing to choose between: no message, one, or system messages only. */
export function isTooShort(messages: readonly Message[]): boolean {
  return messages.length < 2 || messages.every((message) => message.role === 'system');
}

/** A step of a strategy that asks no model: it succeeded at once. */
export function localStep(rung: string): Step {
  return { rung, attempts: 1, cause: null, detail: null, durationMs: 0 };
}

/** Messages of the input that stay, as a context: the same objects, each with its origin. */
export function keepMessages(messages: readonly Message[]): CompactedContext {
  return { messages: [...messages], origins: messages.map(keptFrom) };
}

/** Origin of a message that stays as it was. */
export function keptFrom(message: Message): Origin {
  return { type: 'kept', id: message.id };
}

/**
 * `compacted` with this context, or `skipped(not-smaller)` where it does not count less than the input:
 * a larger context is never handed on.
 */
export function finishLocal(
  request: CompactionRequest,
  rung: string,
  context: CompactedContext,
): CompactionResult {
  if (request.signal.aborted) return { status: 'cancelled', steps: [] };
  const before = request.counter.count(request.messages);
  if (request.counter.count(context.messages) >= before) return skipped('not-smaller');
  return { status: 'compacted', steps: [localStep(rung)], ...context };
}

/** An id that no message of the input has: `base`, or `base-2`, `base-3`, ... */
export function freshId(messages: readonly Message[], base: string): string {
  const taken = new Set(messages.map((message) => message.id));
  if (!taken.has(base)) return base;
  let count = 2;
  while (taken.has(`${base}-${count}`)) count++;
  return `${base}-${count}`;
}
