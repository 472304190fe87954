import type { Fact, Message, ToolResultBlock } from '../../harness/index.ts';

/** A user message. */
export function user(id: string, text: string): Message {
  return { id, role: 'user', content: [{ type: 'text', text }] };
}

/** A system message. */
export function system(id: string, text: string): Message {
  return { id, role: 'system', content: [{ type: 'text', text }] };
}

/** An assistant message of text only. */
export function assistant(id: string, text: string): Message {
  return { id, role: 'assistant', content: [{ type: 'text', text }] };
}

/** A unit of one tool call and its result: two messages, `id` and `id-r`. */
export function step(id: string, result: string, tool = 'bash'): Message[] {
  const block: ToolResultBlock = {
    type: 'tool_result',
    callId: id,
    name: tool,
    text: result,
    isError: false,
  };
  return [
    {
      id,
      role: 'assistant',
      content: [{ type: 'tool_call', callId: id, name: tool, arguments: { command: id } }],
    },
    { id: `${id}-r`, role: 'tool', content: [block] },
  ];
}

/** A stated fact that survives with all (or any) of its values. */
export function fact(id: string, survives: { allOf: string[] } | { anyOf: string[] }): Fact {
  return {
    id,
    transcript: 'test',
    kind: 'identifier',
    carrier: 'tool-result',
    statement: id,
    evidence: [],
    survives,
    probe: { question: `${id}?`, paraphrase: `${id}??`, assert: [], right: id, wrong: [] },
  };
}

/** Freezes a value all the way down, so that a mutation throws. */
export function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
