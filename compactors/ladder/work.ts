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

/** Tokens of work with the request's tools: what a call would send. */
export function requestTokens(request: CompactionRequest, work: readonly WorkItem[]): number {
  return request.counter.count(
    work.map(({ message }) => message),
    request.tools,
  );
}

/** Work as a context. */
export function contextOf(work: readonly WorkItem[]): { messages: Message[]; origins: Origin[] } {
  return {
    messages: work.map(({ message }) => message),
    origins: work.map(({ origin }) => origin),
  };
}
