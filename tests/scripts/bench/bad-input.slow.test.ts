import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../harness/index.ts';
import { runCommandLine } from '../support/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-bad-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Problems of a run that must not start: exit code 2, nothing on standard output, no stack. */
async function problemsOf(args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runCommandLine([
    'bench',
    '--models',
    'recorded:none',
    ...args,
  ]);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).not.toMatch(/^\s+at /m);
  return stderr.trimEnd().split('\n');
}

const shapeOf = (problem: string) => problem.replaceAll(folder, '').split(':')[0];

/** A copy of the recorded dataset, to be damaged. */
function copyDataset(name: string): string {
  const copy = join(folder, name);
  mkdirSync(copy);
  cpSync(join(projectRoot(), 'datasets/recorded'), copy, { recursive: true });
  return copy;
}

function config(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('npm run bench refuses', () => {
  it('flags, names and a config that are wrong, all at once', async () => {
    const broken = config(
      'broken.config.ts',
      'export default { bugets: [0.2], trials: 0, seed: 3 };',
    );
    const problems = await problemsOf([
      ...['--bugets', '0.2', '--compactors', 'sliding-windw', '--trials', 'many', '--shard', '3/2'],
      ...['--transcripts', 'no-such', '--config', broken, 'stray'],
    ]);
    expect(problems.map(shapeOf)).toEqual([
      'E_CONFIG --bugets',
      'E_CONFIG stray',
      'E_CONFIG --trials',
      'E_CONFIG /broken.config.ts',
      'E_CONFIG /broken.config.ts',
      'E_CONFIG --shard',
      'E_CONFIG transcripts',
      'E_COMPACTOR compactors[0]',
      'E_MODEL recorded',
    ]);
    const text = problems.join('\n');
    for (const meant of ['--budgets?', '"budgets"?', '"sliding-window"?']) {
      expect(text).toContain(`Did you mean ${meant}`);
    }
  });

  it('a config that does not run', async () => {
    const throws = config('throws.config.ts', 'throw new Error("boom");');
    expect((await problemsOf(['--config', throws])).map(shapeOf)[0]).toBe(
      'E_CONFIG /throws.config.ts',
    );
    const syntax = config('syntax.config.ts', 'export default {');
    expect((await problemsOf(['--config', syntax])).map(shapeOf)[0]).toBe(
      'E_CONFIG /syntax.config.ts',
    );
  });

  it('a dataset with a changed message, a corrupted quote, and a file that cannot be read', async () => {
    const data = copyDataset('damaged');
    const edit = (file: string, change: (text: string) => string) => {
      const path = join(data, file);
      const before = readFileSync(path, 'utf8');
      const after = change(before);
      expect(after).not.toBe(before);
      writeFileSync(path, after);
    };
    edit('short-debug-retry.transcript.json', (text) =>
      text.replace('You are a coding', 'You were a coding'),
    );
    edit('short-sql-orders.facts.json', (text) =>
      text.replace('"quote": "', '"quote": "never said: '),
    );
    rmSync(join(data, 'medium-support-refunds.transcript.json'));
    mkdirSync(join(data, 'medium-support-refunds.transcript.json'));
    const file = config(
      'damaged.config.ts',
      `export default { folders: [${JSON.stringify(data)}] };`,
    );
    const problems = await problemsOf(['--config', file]);
    const text = problems.join('\n');
    expect(text).toMatch(/short-debug-retry\.transcript\.json.*hash.*dataset\.json says.*Restore/);
    expect(text).toMatch(/short-sql-orders\.facts\.json.*never said: /);
    expect(text).toMatch(/medium-support-refunds\.transcript\.json.*cannot be read \(EISDIR\)/);
  });

  it('a folder that holds a run already, and settings for a run that is resumed', async () => {
    const taken = join(folder, 'taken');
    mkdirSync(taken);
    writeFileSync(join(taken, 'run.jsonl'), '');
    expect((await problemsOf(['--out', taken])).map(shapeOf)[0]).toBe('E_CONFIG --out /taken');
    const resumed = await problemsOf(['--resume', join(folder, 'none'), '--budgets', '0.3']);
    expect(resumed.map(shapeOf)).toContain('E_CONFIG --budgets');
    expect(resumed.map(shapeOf)).toContain('E_RECORD /none/run.jsonl');
  });
});
