import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFile } from '../../../datasets/index.ts';
import { BenchError } from '../../../harness/index.ts';
import { importText, lines } from './support.ts';

const chat = (content: unknown, more = {}) => ({ role: 'user', content, ...more });

async function codeOf(action: Promise<unknown>): Promise<string> {
  try {
    await action;
  } catch (error) {
    if (error instanceof BenchError) return `${error.code} ${error.problems[0]?.message}`;
    throw error;
  }
  return 'none';
}

test('a truncated last line is dropped by name, and what came before is kept', async () => {
  const { messages, outcome } = await importText(
    `${lines(chat('one'), chat('two'))}{"role":"user","con`,
    { name: 'a.jsonl' },
  );
  expect(messages).toHaveLength(2);
  expect(outcome.report.dropped).toEqual({ 'truncated-last-line': 1 });
});

test('two objects on a line are both read', async () => {
  const { messages, outcome } = await importText(
    `${JSON.stringify(chat('one'))}${JSON.stringify(chat('t}{wo'))}\n${lines(chat('three'))}`,
    { name: 'a.jsonl' },
  );
  expect(messages.map(({ content }) => content[0])).toEqual(
    ['one', 't}{wo', 'three'].map((text) => ({ type: 'text', text })),
  );
  expect(outcome.report.repaired).toEqual({ 'several-values-on-a-line': 1 });
});

test('a line of 50 MB is read', async () => {
  const { messages } = await importText(lines(chat('one'), chat('x'.repeat(50_000_000))), {
    name: 'a.jsonl',
  });
  expect(messages).toHaveLength(2);
}, 120_000);

test('bytes that are no UTF-8 are replaced by name', async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"role":"user","content":"caf'),
    Buffer.from([0xe9]),
    Buffer.from('"}\n{"role":"user","content":"b"}\n'),
  ]);
  const { messages, outcome } = await importText(bytes, { name: 'a.jsonl' });
  expect(messages[0]?.content[0]).toEqual({ type: 'text', text: 'caf�' });
  expect(outcome.report.repaired['invalid-utf8']).toBeGreaterThanOrEqual(1);
});

test('duplicate call ids stay apart, and each result finds its call', async () => {
  const step = (text: string) => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'same', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'same', content: text },
  ];
  const { messages, outcome } = await importText(
    JSON.stringify([chat('go'), ...step('one'), ...step('two')]),
  );
  expect(
    messages.flatMap(({ content }) =>
      content.flatMap((block) =>
        block.type === 'tool_result' ? [`${block.callId} ${block.text}`] : [],
      ),
    ),
  ).toEqual(['same one', 'same#2 two']);
  expect(outcome.report.repaired).toEqual({ 'duplicate-call-id': 1 });
});

test('a __proto__ key stays data', async () => {
  const text =
    '[{"role":"user","content":"go"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\\"__proto__\\":{\\"x\\":1}}"}}]}]';
  const { messages } = await importText(text);
  expect(JSON.stringify(messages[1]?.content[0])).toContain('"arguments":{"__proto__":{"x":1}}');
  expect(({} as { x?: number }).x).toBeUndefined();
});

test('nesting beyond reason is kept as text or refused with a code, never a crash', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const outcome = await codeOf(
    importText(
      `[{"role":"user","content":"go"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","function":{"name":"f","arguments":{"x":${deep}}}}]}]`,
    ),
  );
  expect(outcome === 'none' || outcome.startsWith('E_IMPORT')).toBe(true);
}, 60_000);

test('an empty file, a folder, a missing file, UTF-16, prose and an unknown format are refused, each in its own words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compactor-bench-test-'));
  const write = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const at = (path: string, format = 'auto') =>
    codeOf(importFile({ path, format, out: join(folder, 'out'), maxFacts: 1, taken: new Set() }));
  expect([
    await at(await write('empty.json', '')),
    await at(folder),
    await at(join(folder, 'nowhere.json')),
    await at(await write('wide.json', Buffer.from('\ufeff[{"role":"user"}]', 'utf16le'))),
    await at(await write('prose.txt', 'Dear all')),
    await at(await write('other.json', '{"weather":"fine"}')),
    await at(await write('cut.json', '[{"role":"user","content":"go"},')),
    await at(await write('ok.json', '[{"role":"user","content":"go"}]'), 'claude-cod'),
    await at(await write('none.json', '[]')),
  ]).toMatchInlineSnapshot(`
    [
      "E_IMPORT is empty.",
      "E_IMPORT is not a file.",
      "E_IMPORT cannot be read (ENOENT).",
      "E_IMPORT is UTF-16 text.",
      "E_IMPORT does not begin like JSON.",
      "E_IMPORT is of no known format.",
      "E_IMPORT is not valid JSON: Unexpected end of JSON input.",
      "E_IMPORT has an unknown --format "claude-cod".",
      "E_IMPORT is of no known format.",
    ]
  `);
});
