import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../support/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'compact-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, value: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

const log = Array.from({ length: 120 }, (_, line) => `line ${line}: \u001b[31mcold start\u001b[0m`);
const chat = write('chat.json', [
  { role: 'system', content: 'Rules.' },
  { role: 'user', content: 'Why is it slow?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'tail', arguments: '{"n": 120}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: log.join('\n') },
  { role: 'assistant', content: 'It starts cold each time.' },
  { role: 'user', content: 'Keep it warm, then.' },
  { role: 'tool', tool_call_id: 'nobody', content: 'broken pairing' },
]);
const window = ['--compactor', 'sliding-window', '--target', '60'];

describe('npm run compact', () => {
  it('prints one line of JSON a file, an empty list and a broken pairing among them', async () => {
    const empty = write('empty.json', []);
    const { code, stdout, stderr } = await runCommandLine([
      'compact',
      empty,
      chat,
      ...window,
      '--json',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual([
      {
        file: empty,
        status: 'skipped',
        cause: null,
        tokens_before: 0,
        tokens_after: 0,
        kept: [],
        messages: [],
      },
      {
        file: chat,
        status: 'compacted',
        cause: null,
        tokens_before: expect.any(Number),
        tokens_after: expect.any(Number),
        kept: [0, null, 5],
        messages: [
          { role: 'system', content: 'Rules.' },
          {
            role: 'user',
            name: 'compactor_sliding_window',
            content: '[5 earlier messages left out]',
          },
          { role: 'user', content: 'Keep it warm, then.' },
        ],
      },
    ]);
  });

  it('shows what is left, with nothing that a terminal would act on', async () => {
    const { code, stdout } = await runCommandLine([
      'compact',
      chat,
      '--compactor',
      'identity',
      '--target',
      '0.5',
    ]);
    expect(code).toBe(0);
    expect(stdout).not.toContain('\u001b');
    expect(
      stdout.replaceAll(folder, '').replaceAll(/\d+ -> \d+ tokens/g, 'N -> N tokens'),
    ).toMatchInlineSnapshot(`
      "/chat.json: skipped (would-change-nothing), N -> N tokens (0.0 %), 7 messages
        #0 system
           Rules.
        #1 user
           Why is it slow?
        #2 assistant
           tail({"n":120})
        #3 tool
           line 0: \\u001b[31mcold start\\u001b[0m
           line 1: \\u001b[31mcold start\\u001b[0m
           line 2: \\u001b[31mcold start\\u001b[0m
           line 3: \\u001b[31mcold start\\u001b[0m
           line 4: \\u001b[31mcold start\\u001b[0m
           line 5: \\u001b[31mcold start\\u001b[0m
           (114 more lines)
        #4 assistant
           It starts cold each time.
        #5 user
           Keep it warm, then.
        #6 tool
           broken pairing
      "
    `);
  });

  it('exits 0 for a compaction that failed, and says why', async () => {
    const args = ['compact', chat, '--compactor', 'summary', '--target', '20', '--json'];
    const { code, stdout } = await runCommandLine(args);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'failed',
      cause: 'model-unavailable',
      tokens_after: null,
      kept: null,
      messages: null,
    });
  });

  it('names every problem at once, without a stack, and exits 2', async () => {
    const broken = write('broken.json', '[{"role": "user"');
    const args = [
      'compact',
      broken,
      join(folder, 'missing.json'),
      '--compactr',
      'x',
      '--target',
      'ten',
    ];
    const { code, stdout, stderr } = await runCommandLine([
      ...args,
      '--compactor',
      'sliding-windw',
      '--param',
      '=1',
    ]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    const stable = stderr
      .replaceAll(folder, '')
      .replace(/Known: .*/, 'Known: ...')
      .replace(/UTF-8: .*\. Mend/, 'UTF-8: .... Mend');
    expect(stable).toMatchInlineSnapshot(`
      "E_CONFIG --compactr: There is no such option. Did you mean --compactor?
      E_CONFIG --target: "ten" is no target. Give whole tokens from 0, or a fraction between 0 and 1.
      E_CONFIG --param =1: It has no key. Write --param key=value, each key once.
      E_COMPACTOR compactor: There is no compactor "sliding-windw". Did you mean "sliding-window"? Known: ...
      E_IMPORT /broken.json: The file is not JSON in UTF-8: .... Mend the file.
      E_IMPORT /missing.json: The file does not exist. Check the path.
      "
    `);
  });

  it('runs the oracle where the file has facts, and says where it has none', async () => {
    const args = ['--compactor', 'oracle-keep', '--target', '0.3'];
    const { code, stderr } = await runCommandLine(['compact', chat, ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain('oracle-keep needs facts, and this file has none.');
    const own = 'datasets/recorded/short-debug-retry.transcript.json';
    const { code: done, stdout } = await runCommandLine(['compact', own, ...args, '--json']);
    expect(done).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ file: own, status: 'compacted' });
  });
});
