import type { CompactionRequest, Message, Origin } from '../../harness/index.ts';
import { keptFrom } from '../outcome.ts';

/** A context in the making: each message with its origin in the input. */
export interface WorkItem {
  message: Message;
  origin: Origin;
}

/** The input as work that nothing was done to. */
export function workOf({ messages }: Pick<CompactionRequest, 'messages'>): WorkItem[] {
  return messages.map((message) => ({ message, origin: keptFrom(message) }));
}

/** Ids of input messages that an item is or stands for. */
export function inputIds({ origin }: WorkItem): string[] {
  return origin.type === 'kept' ? [origin.id] : [...origin.ids];
}

/**
 * Tokens of work as they count against the window: with the request's tools, as a call would send them, but for a forced one-shot, whose
 * window is the messages' own size.
 */
export function requestTokens(request: CompactionRequest, work: readonly WorkItem[]): number {
  const messages = work.map(({ message }) => message);
  const isOneShot = request.force && request.mode !== 'replay';
  return request.counter.count(messages, isOneShot ? [] : request.tools);
}

/** Work as a context. */
export function contextOf(work: readonly WorkItem[]): { messages: Message[]; origins: Origin[] } {
  return {
    messages: work.map(({ message }) => message),
    origins: work.map(({ origin }) => origin),
  };
}
