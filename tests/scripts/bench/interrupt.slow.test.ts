import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runCommandLine } from '../support/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-interrupt-'));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { OLLAMA_HOST: 'http://127.0.0.1:9' };

it('Ctrl-C ends a run in order: 130, a report of what is done, and the way on', async () => {
  const out = join(folder, 'run');
  let kill: (signal: NodeJS.Signals) => void = () => undefined;
  let interrupted = false;
  const { code, stdout, stderr } = await runCommandLine(['bench', '--out', out], {
    env,
    onStart: (end) => {
      kill = end;
    },
    onOutput: (text) => {
      if (interrupted || !/^\d+ of \d+ cells$/m.test(text)) return;
      interrupted = true;
      kill('SIGINT');
    },
  });
  expect(code, stderr).toBe(130);
  expect(stdout).toContain('Interrupted: what is done is kept.');
  expect(stdout).toMatch(/Cells: \d+ of \d+ planned have a record/);
  expect(stdout).toMatch(
    /\d+ cells are not whole yet \(no record, or not all of their grades\)\. Go on with: npm run bench -- --resume /,
  );
  const resumed = await runCommandLine(['bench', '--resume', out, '--json'], { env });
  expect(resumed.code).toBe(0);
  expect(JSON.parse(resumed.stdout)).toMatchObject({ header: { missing: 0 } });
}, 300_000);

it('a run whose time is up ends in 3', async () => {
  const out = join(folder, 'short');
  const args = ['bench', '--out', out, '--max-minutes', '0.001'];
  const { code, stdout } = await runCommandLine(args, { env });
  expect(code).toBe(3);
  expect(stdout).toContain('--resume');
}, 300_000);
