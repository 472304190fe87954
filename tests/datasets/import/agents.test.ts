import { expect, test } from 'vitest';
import { importText, lines } from './support.ts';

test('codex: event records repeat the items, and a compaction keeps its message', async () => {
  const item = (payload: object) => ({ type: 'response_item', payload });
  const { messages, outcome } = await importText(
    lines(
      { type: 'session_meta', payload: { base_instructions: { text: 'Be brief.' } } },
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'list' }] }),
      { type: 'event_msg', payload: { type: 'user_message', message: 'list' } },
      item({ type: 'function_call', call_id: 'c', name: 'shell', arguments: '{"command":["ls"]}' }),
      item({ type: 'function_call_output', call_id: 'c', output: 'a.txt' }),
      { type: 'compacted', payload: { message: 'so far', replacement_history: [{}, {}] } },
      item({ type: 'custom_tool_call', call_id: 'd', name: 'apply', input: '*** patch' }),
    ),
    { name: 'rollout.jsonl' },
  );
  expect(outcome.format).toBe('codex');
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
  ]);
  expect(messages[4]?.content[0]).toMatchObject({ type: 'tool_call', arguments: '*** patch' });
  expect(outcome.transcripts[0]?.compactions).toBe(1);
  expect(outcome.report.dropped).toEqual({
    'event_msg:user_message': 1,
    'replacement-history-item': 2,
  });
});

test('pi: the path from the leaf is read, and custom records are told from custom messages', async () => {
  const message = (id: string, parentId: string | null, role: string, text: string) => ({
    type: 'message',
    id,
    parentId,
    message: { role, content: [{ type: 'text', text }] },
  });
  const { messages, outcome } = await importText(
    lines(
      { type: 'session', id: 's' },
      message('1', null, 'user', 'go'),
      message('2', '1', 'assistant', 'left'),
      message('3', '1', 'assistant', 'right'),
      { type: 'custom', id: '4', parentId: '3' },
      { type: 'custom_message', id: '5', parentId: '4', content: 'noted' },
      {
        type: 'compaction',
        id: '6',
        parentId: '5',
        summary: 'all',
        tokensBefore: 9,
        firstKeptEntryId: '5',
      },
    ),
    { name: 'pi.jsonl' },
  );
  expect(messages.map(({ content }) => content[0])).toEqual([
    { type: 'text', text: 'go' },
    { type: 'text', text: 'right' },
    { type: 'text', text: 'noted' },
  ]);
  expect(outcome.report.dropped).toEqual({
    'record:session': 1,
    'abandoned-branch': 1,
    'record:custom': 1,
  });
  expect(outcome.transcripts[0]?.compactions).toBe(1);
});

test('roo: a call in XML and its result in the next user text become call and result', async () => {
  const { messages } = await importText(
    JSON.stringify([
      { role: 'user', ts: 1, content: [{ type: 'text', text: '<task>\nread it\n</task>' }] },
      {
        role: 'assistant',
        ts: 2,
        content: [{ type: 'text', text: 'I read.\n<read_file>\n<path>a.md</path>\n</read_file>' }],
      },
      {
        role: 'user',
        ts: 3,
        content: [
          { type: 'text', text: "[read_file for 'a.md'] Result:" },
          { type: 'text', text: '1 | hello' },
          { type: 'text', text: '<environment_details>x</environment_details>' },
        ],
      },
    ]),
  );
  expect(messages.slice(1).map(({ role, content }) => [role, content[0]])).toEqual([
    ['assistant', { type: 'text', text: 'I read.' }],
    [
      'tool',
      {
        type: 'tool_result',
        callId: 'roo-1',
        name: 'read_file',
        text: '1 | hello',
        isError: false,
      },
    ],
    ['user', { type: 'text', text: '<environment_details>x</environment_details>' }],
  ]);
});

test('tau2: the policy is the system message, and the user’s own tools stay hidden', async () => {
  const { all, outcome } = await importText(
    JSON.stringify({
      info: { environment_info: { policy: 'Refund once.', domain_name: 'shop' } },
      tasks: [],
      simulations: [
        {
          messages: [
            { role: 'user', content: 'hi', tool_calls: null },
            { role: 'user', content: null, tool_calls: [{ id: 'u', name: 'look', arguments: {} }] },
            { role: 'tool', id: 'u', requestor: 'user', content: 'seen' },
            {
              role: 'assistant',
              content: null,
              tool_calls: [
                { id: 'a', name: 'refund', arguments: { n: 1 }, requestor: 'assistant' },
              ],
            },
            { role: 'tool', id: 'a', requestor: 'assistant', content: 'ok', error: true },
          ],
        },
        { messages: [{ role: 'user', content: 'two' }] },
      ],
    }),
  );
  expect(all).toHaveLength(2);
  expect(all[0]?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
  expect(all[0]?.[3]?.content[0]).toMatchObject({ callId: 'a', isError: true });
  expect(outcome.report.dropped).toEqual({
    'tool-call-of-the-user': 1,
    'tool-result-of-the-user': 1,
  });
});
