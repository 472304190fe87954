import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

// A handle that a delegate left behind would keep the process alive for a minute.
const SCENARIO = `
  import { runDelegate } from './compactors/delegate/ask.ts';
  import { createRealClock } from './harness/clock/index.ts';
  const works = [
    () => { throw new Error('boom'); },
    () => new Promise(() => {}),
    ({ clock }) => clock.sleep(60_000),
    ({ clock }) => new Promise((done) => clock.after(60_000, done)),
    async ({ clock }) => { clock.after(60_000, () => {}); return 'done'; },
    async ({ clock, signal }) => { await clock.sleep(5, signal); clock.sleep(60_000).then(() => {}); return 'done'; },
  ];
  const clock = createRealClock();
  const outcomes = [];
  for (const work of works) {
    const { signal } = new AbortController();
    const outcome = await runDelegate({ clock, signal, limitMs: 20, limitCause: 'timeout-attempt', work });
    outcomes.push(outcome.cause ?? outcome.status);
  }
  const open = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  console.log(JSON.stringify({ outcomes, open }));
`;

test('six delegates that misbehave, then the process ends by itself with no timer open', async () => {
  const folder = join('.build', `delegate-test-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const outfile = join(folder, 'scenario.mjs');
    await build({
      stdin: { contents: SCENARIO, resolveDir: process.cwd(), loader: 'ts' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      outfile,
      logLevel: 'error',
    });
    const printed = execFileSync(process.execPath, [outfile], {
      timeout: 20_000,
      encoding: 'utf8',
    });
    expect(JSON.parse(printed)).toEqual({
      outcomes: [
        'crash',
        'timeout-attempt',
        'timeout-attempt',
        'timeout-attempt',
        'answered',
        'answered',
      ],
      open: 0,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
