import { describe, expect, test } from 'vitest';
import { normalForm } from '../../../datasets/index.ts';
import { parseOpenAiChat, renderOpenAiChat } from '../../../harness/index.ts';
import { importText, lines } from './support.ts';

const SYSTEM = 'You look after the orchard database.';
const USER = 'How many trees stand in row 7?';
const ARGS = { query: 'select count(*) from trees where row = 7' };
const RESULT = '42';
const ANSWER = 'Row 7 has 42 trees.';
const call = { id: 'a1', name: 'sql', arguments: JSON.stringify(ARGS) };

/** One conversation of five messages in every format that can hold it. */
const TWINS: Record<string, string> = {
  'openai-chat': JSON.stringify({
    messages: [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: USER },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ id: 'a1', type: 'function', function: call }],
      },
      { role: 'tool', tool_call_id: 'a1', content: RESULT },
      { role: 'assistant', content: ANSWER },
    ],
  }),
  'openai-finetune': lines(
    ...[1, 2].map(() => ({
      messages: [
        { role: 'system', content: SYSTEM },
        { role: 'user', content: USER },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [{ id: 'x', type: 'function', function: call }],
        },
        { role: 'tool', tool_call_id: 'x', content: RESULT },
        { role: 'assistant', content: ANSWER },
      ],
    })),
  ),
  'openai-responses': JSON.stringify({
    input: [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: SYSTEM }] },
      { role: 'user', content: USER },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
      { type: 'function_call', call_id: 'a1', name: 'sql', arguments: call.arguments },
      { type: 'function_call_output', call_id: 'a1', output: RESULT },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: ANSWER }] },
    ],
  }),
  'anthropic-messages': JSON.stringify({
    model: 'm',
    max_tokens: 10,
    system: SYSTEM,
    messages: [
      { role: 'user', content: USER },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'sql', input: ARGS },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: [{ type: 'text', text: RESULT }],
          },
        ],
      },
      { role: 'assistant', content: ANSWER },
    ],
  }),
  ollama: JSON.stringify({
    model: 'm',
    messages: [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: USER },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ function: { name: 'sql', arguments: ARGS } }],
      },
      { role: 'tool', tool_name: 'sql', content: RESULT },
      { role: 'assistant', content: ANSWER },
    ],
  }),
  'ai-sdk-model': JSON.stringify([
    { role: 'system', content: SYSTEM },
    { role: 'user', content: [{ type: 'text', text: USER }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', toolCallId: 'z', toolName: 'sql', input: ARGS },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'z',
          toolName: 'sql',
          output: { type: 'text', value: RESULT },
        },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: ANSWER }] },
  ]),
  'ai-sdk-ui': JSON.stringify([
    { id: '1', role: 'system', parts: [{ type: 'text', text: SYSTEM }] },
    { id: '2', role: 'user', parts: [{ type: 'text', text: USER }] },
    {
      id: '3',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'text', text: 'I look.' },
        {
          type: 'tool-sql',
          toolCallId: 'z',
          state: 'output-available',
          input: ARGS,
          output: RESULT,
        },
        { type: 'step-start' },
        { type: 'text', text: ANSWER },
      ],
    },
  ]),
  langchain: JSON.stringify([
    { type: 'system', data: { content: SYSTEM } },
    { type: 'human', data: { content: USER } },
    {
      type: 'ai',
      data: { content: 'I look.', tool_calls: [{ id: 'q', name: 'sql', args: ARGS }] },
    },
    { type: 'tool', data: { content: RESULT, tool_call_id: 'q' } },
    { type: 'ai', data: { content: ANSWER } },
  ]),
  haystack: JSON.stringify([
    { role: 'system', meta: {}, content: [{ text: SYSTEM }] },
    { role: 'user', meta: {}, content: [{ text: USER }] },
    {
      role: 'assistant',
      meta: {},
      content: [{ text: 'I look.' }, { tool_call: { tool_name: 'sql', arguments: ARGS, id: 'h' } }],
    },
    {
      role: 'tool',
      meta: {},
      content: [
        {
          tool_call_result: {
            result: RESULT,
            origin: { tool_name: 'sql', arguments: ARGS, id: 'h' },
            error: false,
          },
        },
      ],
    },
    { role: 'assistant', meta: {}, content: [{ text: ANSWER }] },
  ]),
  atif: JSON.stringify({
    schema_version: 'ATIF-v1.6',
    steps: [
      { step_id: 1, source: 'system', message: SYSTEM },
      { step_id: 2, source: 'user', message: USER },
      {
        step_id: 3,
        source: 'agent',
        message: 'I look.',
        tool_calls: [{ tool_call_id: 't', function_name: 'sql', arguments: ARGS }],
        observation: { results: [{ source_call_id: 't', content: RESULT }] },
      },
      { step_id: 4, source: 'agent', message: ANSWER },
    ],
  }),
  'otel-genai': JSON.stringify({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: 't1',
                attributes: [
                  {
                    key: 'gen_ai.system_instructions',
                    value: { stringValue: JSON.stringify([{ type: 'text', content: SYSTEM }]) },
                  },
                  {
                    key: 'gen_ai.input.messages',
                    value: {
                      stringValue: JSON.stringify([
                        { role: 'user', parts: [{ type: 'text', content: USER }] },
                        {
                          role: 'assistant',
                          parts: [
                            { type: 'text', content: 'I look.' },
                            { type: 'tool_call', id: 'o', name: 'sql', arguments: ARGS },
                          ],
                        },
                        {
                          role: 'tool',
                          parts: [{ type: 'tool_call_response', id: 'o', response: RESULT }],
                        },
                      ]),
                    },
                  },
                  {
                    key: 'gen_ai.output.messages',
                    value: {
                      stringValue: JSON.stringify([
                        { role: 'assistant', parts: [{ type: 'text', content: ANSWER }] },
                      ]),
                    },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  }),
  'gemini-cli': JSON.stringify({
    contents: [
      { role: 'user', parts: [{ text: USER }] },
      {
        role: 'model',
        parts: [{ text: 'I look.' }, { functionCall: { name: 'sql', args: ARGS } }],
      },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'sql', response: { output: RESULT } } }],
      },
      { role: 'model', parts: [{ text: ANSWER }] },
    ],
  }),
  opencode: JSON.stringify({
    info: { id: 's', version: '1' },
    messages: [
      { info: { role: 'user' }, parts: [{ type: 'text', text: USER }] },
      {
        info: { role: 'assistant' },
        parts: [
          { type: 'text', text: 'I look.' },
          {
            type: 'tool',
            callID: 'k',
            tool: 'sql',
            state: { status: 'completed', input: ARGS, output: RESULT },
          },
          { type: 'text', text: ANSWER },
        ],
      },
    ],
  }),
  inspect: JSON.stringify({
    eval: {},
    samples: [
      {
        messages: [
          { role: 'system', content: SYSTEM },
          { role: 'user', content: USER },
          {
            role: 'assistant',
            content: 'I look.',
            tool_calls: [{ id: 'i', function: 'sql', arguments: ARGS }],
          },
          { role: 'tool', tool_call_id: 'i', function: 'sql', content: RESULT },
          { role: 'assistant', content: ANSWER },
        ],
      },
    ],
  }),
  'swe-agent': JSON.stringify({
    trajectory: [{ action: 'x' }],
    history: [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: USER },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ id: 's', type: 'function', function: { ...call, id: undefined } }],
      },
      { role: 'tool', content: RESULT, tool_call_ids: ['s'] },
      { role: 'assistant', content: ANSWER },
    ],
  }),
};

const NO_SYSTEM = new Set(['gemini-cli', 'opencode']);

describe('one conversation in every format', async () => {
  const base = normalForm((await importText(TWINS['openai-chat'] ?? '')).messages);
  test('the base is the conversation', () => {
    expect(base).toHaveLength(5);
    expect(base[2]).toBe(
      `{"content":[{"text":"I look.","type":"text"},{"arguments":${JSON.stringify(ARGS)},"callId":"c1","name":"sql","type":"tool_call"}],"role":"assistant"}`,
    );
  });
  for (const [format, text] of Object.entries(TWINS)) {
    const name = text.includes('\n') ? 'input.jsonl' : 'input.json';
    test(`${format} is known by its content and comes out the same`, async () => {
      const { outcome, messages } = await importText(text, { name });
      expect(outcome.format).toBe(format);
      expect(normalForm(messages)).toEqual(NO_SYSTEM.has(format) ? base.slice(1) : base);
    });
  }
  test('exported to OpenAI chat and imported again it is the same', async () => {
    const { messages } = await importText(TWINS.haystack ?? '');
    const chat = renderOpenAiChat(messages);
    expect(parseOpenAiChat(chat, 'chat').messages).toHaveLength(5);
    const again = await importText(JSON.stringify(chat));
    expect(normalForm(again.messages)).toEqual(base);
  });
});
