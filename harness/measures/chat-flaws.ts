import type { Message } from '../types/message.ts';
import type { Violation } from '../types/record.ts';
import { isCompactorMade } from '../units.ts';

/**
 * What a chat API would refuse in a list of messages on its own: results that answer no earlier call, calls without all their results,
 * results apart from their call, a call id used twice, an empty message, a conversation that an assistant opens.
 * The last message's calls may be unanswered: the agent is about to run them.
 */
export function chatFlaws(messages: readonly Message[]): Violation[] {
  return [...pairingFlaws(messages), ...emptyFlaws(messages), ...openingFlaws(messages)];
}

function pairingFlaws(messages: readonly Message[]): Violation[] {
  const flaws: Violation[] = [];
  const pending = new Map<string, Message>();
  const known = new Set<string>();
  messages.forEach((message, index) => {
    const results = message.content.filter((block) => block.type === 'tool_result');
    if (results.length === 0) {
      flaws.push(...unanswered(pending));
      pending.clear();
    }
    for (const { callId } of results) {
      if (pending.delete(callId)) continue;
      const kind = known.has(callId) ? 'order' : 'orphan-result';
      const detail =
        kind === 'order'
          ? `the result of call ${callId} stands apart from it or twice`
          : `no earlier message calls ${callId}`;
      flaws.push({ kind, messageId: message.id, detail });
    }
    for (const block of message.content) {
      if (block.type !== 'tool_call') continue;
      if (known.has(block.callId)) {
        const detail = `call id ${block.callId} is used again`;
        flaws.push({ kind: 'duplicate-call-id', messageId: message.id, detail });
      }
      known.add(block.callId);
      if (index < messages.length - 1) pending.set(block.callId, message);
    }
  });
  // Results at the very end may be incomplete only where the calling message is the last one.
  flaws.push(...unanswered(pending));
  return flaws;
}

function unanswered(pending: ReadonlyMap<string, Message>): Violation[] {
  return [...pending].map(([callId, message]) => ({
    kind: 'split-pair',
    messageId: message.id,
    detail: `call ${callId} has no result right after it`,
  }));
}

function emptyFlaws(messages: readonly Message[]): Violation[] {
  return messages
    .filter((message) =>
      message.content.every((block) => block.type === 'text' && block.text.trim() === ''),
    )
    .map((message) => ({
      kind: 'empty',
      messageId: message.id,
      detail: 'a message without content',
    }));
}

function openingFlaws(messages: readonly Message[]): Violation[] {
  const first = messages.find((message) => message.role !== 'system');
  if (first === undefined || first.role !== 'assistant' || isCompactorMade(first)) return [];
  return [
    {
      kind: 'order',
      messageId: null,
      detail: 'the conversation opens with an assistant message, which several chat APIs refuse',
    },
  ];
}
