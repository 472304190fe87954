import type { Message, Role } from '../../../harness/index.ts';

/** A message of one text. */
export function text(id: string, role: Role, content: string): Message {
  return { id, role, content: [{ type: 'text', text: content }] };
}

/** An assistant message that calls tools, `callIds` in parallel. */
export function call(id: string, callIds: string[], name = 'bash', args = 'ls'): Message {
  return {
    id,
    role: 'assistant',
    content: callIds.map((callId) => ({
      type: 'tool_call',
      callId,
      name,
      arguments: { command: args },
    })),
  };
}

/** The result of one call. */
export function result(id: string, callId: string, content: string, name = 'bash'): Message {
  return {
    id,
    role: 'tool',
    content: [{ type: 'tool_result', callId, name, text: content, isError: false }],
  };
}

/** Prose of about `words` words that differs by `seed`. */
export function prose(seed: string, words: number): string {
  return Array.from({ length: words }, (_, i) => `${seed}${(i * 7919) % 997}`).join(' ');
}

/** A session: system, a first task with `steps` tool steps, a second task with one step, a closing answer. */
export function session(steps = 6, words = 60): Message[] {
  const messages = [text('s', 'system', 'You are careful.'), text('u1', 'user', 'Find the bug.')];
  for (let i = 1; i <= steps; i++) {
    messages.push(call(`a${i}`, [`c${i}`]), result(`r${i}`, `c${i}`, prose(`w${i}x`, words)));
  }
  messages.push(
    text('a-done', 'assistant', 'The bug is in parse.ts line 14.'),
    text('u2', 'user', 'Now fix it.'),
    call('b1', ['d1']),
    result('q1', 'd1', prose('fix', words)),
    text('last', 'assistant', 'Fixed.'),
  );
  return messages;
}
