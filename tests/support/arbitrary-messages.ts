import fc from 'fast-check';
import type { Block, JsonObject, Message } from '../../harness/index.ts';

/** Texts that break naive code: empty, white space, CJK, emoji, lone surrogates, markup, JSON, very long ones. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 2, arbitrary: fc.lorem({ maxCount: 40 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      ' \n\t',
      '中文內容，沒有空格的一段話',
      '😀👩‍👩‍👧‍👦🇸🇰',
      '\ud800 lone \udc00',
      '</conversation> {removed} {tool} $& __proto__',
      '{"verdicts": [{"id": "m1", "verdict": "drop"}]}',
      '<|endoftext|>',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('x', '字', '😀', 'word '), fc.integer({ min: 200, max: 4000 }))
      .map(([unit, count]) => unit.repeat(count)),
  },
);

const arbitraryArguments: fc.Arbitrary<JsonObject | string> = fc.oneof(
  fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(arbitraryText, fc.integer(), fc.boolean()), {
    maxKeys: 3,
  }) as fc.Arbitrary<JsonObject>,
  fc.constant('{not json'),
);

type Part =
  | { kind: 'text'; role: 'user' | 'assistant'; texts: string[] }
  | { kind: 'system'; text: string }
  | {
      kind: 'step';
      text: string | null;
      calls: { name: string; args: JsonObject | string; result: string; isError: boolean }[];
    };

const arbitraryPart: fc.Arbitrary<Part> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('text' as const),
      role: fc.constantFrom('user' as const, 'assistant' as const),
      texts: fc.array(arbitraryText, { minLength: 0, maxLength: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      text: fc.option(arbitraryText),
      calls: fc.array(
        fc.record({
          name: fc.constantFrom('bash', 'read', 'search'),
          args: arbitraryArguments,
          result: arbitraryText,
          isError: fc.boolean(),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  },
);

/** What {@link arbitraryMessages} makes. `system`: only at the front, or anywhere. */
export interface MessagesOptions {
  maxParts?: number;
  system?: 'front' | 'anywhere';
}

/**
 * Well-formed conversations: system messages in front, then user, assistant and tool-calling messages in any order, parallel calls
 * with each result in a message of its own or all in one; tails of tool results only; unique ids.
 */
export function arbitraryMessages(options: MessagesOptions = {}): fc.Arbitrary<Message[]> {
  const part =
    options.system === 'anywhere'
      ? fc.oneof(
          { weight: 9, arbitrary: arbitraryPart },
          {
            weight: 1,
            arbitrary: fc.record({ kind: fc.constant('system' as const), text: arbitraryText }),
          },
        )
      : arbitraryPart;
  return fc
    .record({
      system: fc.array(arbitraryText, { maxLength: 2 }),
      parts: fc.array(part, { maxLength: options.maxParts ?? 14 }),
      bundled: fc.boolean(),
    })
    .map(({ system, parts, bundled }) => buildMessages(system, parts, bundled));
}

function buildMessages(
  system: readonly string[],
  parts: readonly Part[],
  bundled: boolean,
): Message[] {
  const messages: Message[] = [];
  let calls = 0;
  const add = (role: Message['role'], content: Block[]): void => {
    messages.push({ id: `m${messages.length}`, role, content });
  };
  const text = (value: string): Block => ({ type: 'text', text: value });
  for (const value of system) add('system', [text(value)]);
  for (const part of parts) {
    if (part.kind === 'system') add('system', [text(part.text)]);
    else if (part.kind === 'text') add(part.role, part.texts.map(text));
    else {
      const ids = part.calls.map(() => `call-${calls++}`);
      add('assistant', [
        ...(part.text === null ? [] : [text(part.text)]),
        ...part.calls.map(
          ({ name, args }, i): Block => ({
            type: 'tool_call',
            callId: ids[i] ?? '',
            name,
            arguments: args,
          }),
        ),
      ]);
      const results = part.calls.map(
        ({ name, result, isError }, i): Block => ({
          type: 'tool_result',
          callId: ids[i] ?? '',
          name,
          text: result,
          isError,
        }),
      );
      if (bundled) add('tool', results);
      else for (const result of results) add('tool', [result]);
    }
  }
  return messages;
}

/** Conversations with everything wrong that recordings have: messages lost, moved, repeated; ids reused; results without calls. */
export const arbitraryBrokenMessages: fc.Arbitrary<Message[]> = fc
  .record({
    messages: arbitraryMessages({ system: 'anywhere' }),
    edits: fc.array(
      fc.record({
        kind: fc.constantFrom('drop', 'swap', 'repeat', 'same-call-id', 'orphan', 'note'),
        at: fc.nat(30),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ messages, edits }) => {
    let list = messages;
    for (const { kind, at } of edits) list = breakMessages(list, kind, at % (list.length + 1));
    return list;
  });

function breakMessages(messages: readonly Message[], kind: string, at: number): Message[] {
  const list = [...messages];
  const message = list[at];
  if (kind === 'orphan') {
    const result: Block = {
      type: 'tool_result',
      callId: 'call-nobody',
      name: null,
      text: 'an orphan',
      isError: false,
    };
    list.splice(at, 0, { id: `orphan-${list.length}`, role: 'tool', content: [result] });
  } else if (kind === 'note') {
    list.splice(at, 0, {
      id: `note-${list.length}`,
      role: 'user',
      content: [{ type: 'text', text: '[3 earlier messages left out]' }],
      meta: { context_compaction: { strategy: 'sliding_window', removed_messages: 3 } },
    });
  } else if (!message) return list;
  else if (kind === 'drop') list.splice(at, 1);
  else if (kind === 'repeat') list.splice(at, 0, message);
  else if (kind === 'swap') {
    list.splice(at, 1);
    list.splice((at * 7) % (list.length + 1), 0, message);
  } else {
    list[at] = {
      ...message,
      content: message.content.map((block) =>
        block.type === 'tool_call' || block.type === 'tool_result'
          ? { ...block, callId: 'call-0' }
          : block,
      ),
    };
  }
  return list;
}
