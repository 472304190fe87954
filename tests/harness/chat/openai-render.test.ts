import { describe, expect, it } from 'vitest';
import {
  type Message,
  type Origin,
  parseOpenAiChat,
  renderOpenAiChat,
} from '../../../harness/index.ts';

const raw = [
  { role: 'system', content: 'Rules', x_vendor: { keep: [1, 2] } },
  { role: 'user', content: [{ type: 'text', text: 'Do it' }] },
  {
    role: 'assistant',
    content: null,
    refusal: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'read', arguments: '{ "b":1,  "a": 2 }' } },
      { id: 'c2', type: 'function', function: { name: 'read', arguments: '{"cut' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'long result' },
  { role: 'tool', tool_call_id: 'c2', content: '', is_error: true },
];
const chat = parseOpenAiChat(raw, 'chat.json');
const kept = (id: string): Origin => ({ type: 'kept', id });

function message(index: number): Message {
  const found = chat.messages[index];
  if (!found) throw new Error(`no message ${index}`);
  return found;
}

describe('renderOpenAiChat', () => {
  it('gives kept messages back as they were read', () => {
    const origins = chat.messages.map(({ id }) => kept(id));
    expect(renderOpenAiChat(chat.messages, { chat, origins })).toEqual(raw);
  });

  it('keeps the argument text of calls that a rewrite left alone', () => {
    const rewritten: Message = {
      ...message(2),
      content: [{ type: 'text', text: 'shorter' }, ...message(2).content],
      created: { by: 'some label: v2', replaces: ['m2'] },
    };
    const origins: Origin[] = [{ type: 'replaced', ids: ['m2'] }];
    expect(renderOpenAiChat([rewritten], { chat, origins })).toEqual([
      {
        role: 'assistant',
        content: 'shorter',
        name: 'compactor_some_label__v2',
        tool_calls: raw[2]?.tool_calls,
      },
    ]);
  });

  it('marks created and replaced messages so that they are known when they come back', () => {
    const context: Message[] = [
      {
        id: 'note',
        role: 'user',
        content: [{ type: 'text', text: '[2 left out]' }],
        created: { by: 'sliding-window', replaces: [] },
      },
      {
        ...message(3),
        content: [
          { type: 'tool_result', callId: 'c1', name: 'read', text: '[gone]', isError: false },
        ],
        created: { by: 'tool-result-pruning', replaces: ['m3'] },
      },
    ];
    const origins: Origin[] = [
      { type: 'created', ids: [] },
      { type: 'replaced', ids: ['m3'] },
    ];
    const rendered = renderOpenAiChat(context, { chat, origins });
    expect(rendered).toEqual([
      { role: 'user', content: '[2 left out]', name: 'compactor_sliding-window' },
      {
        role: 'tool',
        tool_call_id: 'c1',
        content: '[gone]',
        name: 'compactor_tool-result-pruning',
      },
    ]);
    const again = parseOpenAiChat(rendered, 'again').messages;
    expect(again.map(({ meta }) => meta)).toEqual([
      { context_compaction: { strategy: 'sliding-window' } },
      { context_compaction: { strategy: 'tool-result-pruning' } },
    ]);
  });

  it('carries the mark of a checkpoint, whatever the length of its name', () => {
    const strategies = ['summary', 'x'.repeat(80)];
    const context = strategies.map(
      (strategy, index): Message => ({
        id: `c${index}`,
        role: 'user',
        content: [{ type: 'text', text: 'so far' }],
        meta: { context_compaction: { strategy, checkpoint: true } },
      }),
    );
    const rendered = renderOpenAiChat(context);
    expect(rendered.map(({ name }) => String(name).length)).toEqual([29, 64]);
    expect(parseOpenAiChat(rendered, 'x').messages[0]?.meta).toEqual({
      context_compaction: { strategy: 'summary', checkpoint: true },
    });
  });

  it('renders messages that never were OpenAI chat, and reads them again', () => {
    const messages: Message[] = [
      { id: 's', role: 'system', content: [{ type: 'text', text: 'Rules' }] },
      {
        id: 'u',
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image', mediaType: 'image/*', ref: 'https://example.test/a.png' },
        ],
      },
      {
        id: 'a',
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'never sent' },
          { type: 'tool_call', callId: 'c', name: 'run', arguments: { z: 1, a: [true] } },
        ],
      },
      {
        id: 't',
        role: 'tool',
        content: [{ type: 'tool_result', callId: 'c', name: 'run', text: 'no', isError: true }],
      },
    ];
    expect(renderOpenAiChat(messages)).toMatchInlineSnapshot(`
      [
        {
          "content": "Rules",
          "role": "system",
        },
        {
          "content": [
            {
              "text": "See",
              "type": "text",
            },
            {
              "image_url": {
                "url": "https://example.test/a.png",
              },
              "type": "image_url",
            },
          ],
          "role": "user",
        },
        {
          "content": null,
          "role": "assistant",
          "tool_calls": [
            {
              "function": {
                "arguments": "{"z":1,"a":[true]}",
                "name": "run",
              },
              "id": "c",
              "type": "function",
            },
          ],
        },
        {
          "content": "no",
          "is_error": true,
          "name": "run",
          "role": "tool",
          "tool_call_id": "c",
        },
      ]
    `);
    expect(renderOpenAiChat(parseOpenAiChat(renderOpenAiChat(messages), 'x').messages)).toEqual(
      renderOpenAiChat(messages),
    );
  });
});
