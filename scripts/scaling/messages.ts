import type { Message } from '../../harness/index.ts';

/** A conversation of `count` messages, new objects each time: a turn of a user message and three tool-calling steps, over and over. */
export function createLongConversation(count: number): Message[] {
  const messages: Message[] = [];
  for (let index = 0; index < count; index++) messages.push(createMessage(index));
  return messages;
}

const RESULT = 'ok 12 tests, 1 failed: expected 200, got 404 (orders.spec.ts:41)\n'.repeat(16);

function createMessage(index: number): Message {
  const id = `m${index}`;
  const place = index % 7;
  if (place === 0) {
    return { id, role: 'user', content: [{ type: 'text', text: `Look at part ${index}.` }] };
  }
  if (place % 2 === 1) {
    const args = { command: `npm test -- part-${index}` };
    return {
      id,
      role: 'assistant',
      content: [{ type: 'tool_call', callId: `call-${index}`, name: 'bash', arguments: args }],
    };
  }
  const callId = `call-${index - 1}`;
  return {
    id,
    role: 'tool',
    content: [{ type: 'tool_result', callId, name: 'bash', text: RESULT, isError: false }],
  };
}
