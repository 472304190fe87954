import { expect, test } from 'vitest';
import { importText, lines } from './support.ts';

const base = { sessionId: 's', isSidechain: false };
const user = (uuid: string, parentUuid: string | null, content: unknown, more = {}) => ({
  ...base,
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content },
  ...more,
});
const assistant = (uuid: string, parentUuid: string, id: string, part: unknown, more = {}) => ({
  ...base,
  type: 'assistant',
  uuid,
  parentUuid,
  message: {
    id,
    role: 'assistant',
    content: [part],
    usage: {
      input_tokens: 5,
      output_tokens: 7,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 20,
    },
  },
  ...more,
});
const result = (id: string, text: string) => [
  { type: 'tool_result', tool_use_id: id, content: text },
];

test('lines of one API message are merged, and parallel results follow it', async () => {
  const { messages, outcome } = await importText(
    lines(
      user('u1', null, 'look twice'),
      assistant('a1', 'u1', 'msg1', { type: 'text', text: 'I look.' }),
      assistant('a2', 'a1', 'msg1', {
        type: 'tool_use',
        id: 't1',
        name: 'Read',
        input: { path: 'a' },
      }),
      user('r1', 'a2', result('t1', 'A'), { toolUseResult: { stdout: 'A' } }),
      assistant('a3', 'a2', 'msg1', {
        type: 'tool_use',
        id: 't2',
        name: 'Read',
        input: { path: 'b' },
      }),
      user('r2', 'a3', result('t2', 'B')),
      assistant('a4', 'r2', 'msg2', { type: 'text', text: 'Both seen.' }),
    ),
    { name: 's.jsonl' },
  );
  expect(outcome.format).toBe('claude-code');
  expect(
    messages.map(({ role, content }) => [role, content.map((block) => block.type).join('+')]),
  ).toEqual([
    ['user', 'text'],
    ['assistant', 'text+tool_call+tool_call'],
    ['tool', 'tool_result'],
    ['tool', 'tool_result'],
    ['assistant', 'text'],
  ]);
  expect(outcome.report.dropped).toEqual({ 'repeated-tool-result': 1 });
  expect(outcome.report.repaired).toEqual({});
});

test('a compaction is recorded apart, its summary is no message, and the history before it stays', async () => {
  const { messages, outcome } = await importText(
    lines(
      user('u1', null, 'first'),
      assistant('a1', 'u1', 'msg1', { type: 'text', text: 'one' }),
      {
        ...base,
        type: 'system',
        subtype: 'compact_boundary',
        uuid: 'b',
        parentUuid: null,
        logicalParentUuid: 'a1',
        compactMetadata: { preTokens: 900 },
      },
      user('s', 'b', 'This session is being continued', { isCompactSummary: true }),
      user('u2', 's', 'second'),
    ),
    { name: 's.jsonl' },
  );
  expect(messages.map(({ content }) => content)).toEqual([
    [{ type: 'text', text: 'first' }],
    [{ type: 'text', text: 'one' }],
    [{ type: 'text', text: 'second' }],
  ]);
  expect(outcome.transcripts[0]?.compactions).toBe(1);
});

test('side chains, abandoned branches and meta texts are left out by name', async () => {
  const { messages, outcome } = await importText(
    lines(
      user('u1', null, 'go'),
      user('side', 'u1', 'side', { isSidechain: true }),
      assistant('x', 'u1', 'gone', { type: 'text', text: 'a wrong turn' }),
      user('meta', 'u1', 'caveat', { isMeta: true }),
      assistant('a1', 'meta', 'msg1', { type: 'text', text: 'done' }),
    ),
    { name: 's.jsonl' },
  );
  expect(messages.map(({ content }) => content[0])).toEqual([
    { type: 'text', text: 'go' },
    { type: 'text', text: 'done' },
  ]);
  expect(outcome.report.dropped).toEqual({ sidechain: 1, 'abandoned-branch': 1, 'meta-text': 1 });
});

test('a cycle in the parent links, an orphan call and image bytes are named, not fatal', async () => {
  const { messages, outcome } = await importText(
    lines(
      user('u1', 'a1', [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      ]),
      assistant('a1', 'u1', 'msg1', { type: 'tool_use', id: 't1', name: 'Bash', input: {} }),
      user('u1', 'a1', 'again'),
    ),
    { name: 's.jsonl' },
  );
  expect(messages.length).toBeGreaterThanOrEqual(2);
  expect(outcome.report.repaired['call-without-result-kept']).toBe(1);
  expect(outcome.report.repaired['cycle-in-parent-links']).toBe(1);
  expect(outcome.report.dropped['image-bytes']).toBe(1);
});
