import { describe, expect, it } from 'vitest';
import { BenchError, madeByStrategy, parseOpenAiChat } from '../../../harness/index.ts';

const parse = (value: unknown) => parseOpenAiChat(value, 'chat.json').messages;
const call = (id: string, args: unknown, name = 'read') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
});

describe('parseOpenAiChat', () => {
  it('reads every role with text, null and parts', () => {
    const messages = parse([
      { role: 'developer', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: 'https://example.test/a.png' } },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      { role: 'assistant', content: null },
      { role: 'assistant', content: '', reasoning_content: 'thinking' },
    ]);
    expect(messages).toEqual([
      { id: 'm0', role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
      {
        id: 'm1',
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image', mediaType: 'image/*', ref: 'https://example.test/a.png' },
          { type: 'image', mediaType: 'image/png', ref: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ],
      },
      { id: 'm2', role: 'assistant', content: [] },
      {
        id: 'm3',
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'thinking' },
          { type: 'text', text: '' },
        ],
      },
    ]);
  });

  it('keeps each tool message apart and names its tool by the call', () => {
    const messages = parse([
      call('c1', '{"path":"a"}'),
      { role: 'tool', tool_call_id: 'c1', content: 'one' },
      { role: 'tool', tool_call_id: 'c1', content: 'again', is_error: true, name: 'other' },
      { role: 'tool', tool_call_id: 'nobody', content: [{ type: 'text', text: 'orphan' }] },
      { role: 'tool', content: 'no id' },
    ]);
    expect(messages.slice(1).flatMap(({ content }) => content)).toEqual([
      { type: 'tool_result', callId: 'c1', name: 'read', text: 'one', isError: false },
      { type: 'tool_result', callId: 'c1', name: 'other', text: 'again', isError: true },
      { type: 'tool_result', callId: 'nobody', name: null, text: 'orphan', isError: false },
      { type: 'tool_result', callId: '', name: null, text: 'no id', isError: false },
    ]);
  });

  it.each([
    ['an object', '{"b": 1}', { b: 1 }],
    ['cut off', '{"b": 1', '{"b": 1'],
    ['a list', '[1]', '[1]'],
    ['nothing', '', ''],
    ['an object that is no text', { b: 1 }, { b: 1 }],
    ['absent', undefined, ''],
  ])('reads arguments that are %s', (_case, args, expected) => {
    expect(parse([call('c', args)])[0]?.content).toEqual([
      { type: 'tool_call', callId: 'c', name: 'read', arguments: expected },
    ]);
  });

  it('keeps a key named __proto__ in arguments as data', () => {
    const [block] = parse([call('c', '{"__proto__": {"polluted": true}}')])[0]?.content ?? [];
    const args = block?.type === 'tool_call' ? block.arguments : null;
    expect(Object.keys(args ?? {})).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('knows messages of an earlier compaction by name and by metadata', () => {
    const [named, marked, person] = parse([
      { role: 'user', name: 'compactor_sliding-window', content: '[2 left out]' },
      {
        role: 'user',
        content: '[2 left out]',
        meta: { context_compaction: { strategy: 'sliding_window', removed_messages: 2 } },
      },
      { role: 'user', name: 'ada', content: 'hello' },
    ]).map(madeByStrategy);
    expect([named, marked, person]).toEqual(['sliding-window', 'sliding_window', null]);
  });

  it('takes an empty list', () => {
    expect(parse([])).toEqual([]);
  });

  it('names every message that is none, with its place', () => {
    const bad = [
      { role: 'robot', content: 'x' },
      { role: 'user', content: 3 },
      { role: 'user', content: 'fine' },
      { role: 'assistant', tool_calls: [{ function: { arguments: '' } }] },
      null,
    ];
    try {
      parse(bad);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      expect(error.problems.map(({ code, place }) => `${code} ${place}`)).toEqual([
        'E_IMPORT chat.json[0].role',
        'E_IMPORT chat.json[1].content',
        'E_IMPORT chat.json[3].tool_calls.0.function.name',
        'E_IMPORT chat.json[4]',
      ]);
    }
    expect(() => parse({ messages: [] })).toThrow('no list of chat messages');
  });
});
