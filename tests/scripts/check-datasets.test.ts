import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../harness/index.ts';
import { createSmallDataset, writeSmallDataset } from '../datasets/support/small-dataset.ts';

let written: Awaited<ReturnType<typeof writeSmallDataset>>;
beforeAll(async () => {
  const dataset = createSmallDataset();
  const fact = dataset.facts.facts[0];
  if (fact) fact.probe.right = 'It died.';
  written = await writeSmallDataset(dataset);
});
afterAll(() => written.remove());

function run(...args: string[]) {
  const script = join(projectRoot(), 'scripts', 'run.mjs');
  return spawnSync(process.execPath, [script, 'check-datasets', written.folder, ...args], {
    encoding: 'utf8',
  });
}

test('a broken rule ends in 1, with one line a problem and the count', () => {
  const { status, stdout, stderr } = run('--transcript', 'small-ops');
  expect(status).toBe(1);
  expect(stderr).toBe(
    `E_DATASET ${written.folder}/small-ops.facts.json small-ops-lease-code: its assertions fail the right answer "It died.". Mend the assertions, or the answer.\n`,
  );
  expect(stdout).toBe('1 problem in 1 transcript\n');
});

test('what was asked wrongly ends in 2, all of it at once', () => {
  const unknown = run('--transcrpt', 'small-ops', '--hashes');
  expect(unknown.status).toBe(2);
  expect(unknown.stderr.match(/There is no such option/g)).toHaveLength(2);
  const missing = run('--transcript', 'smal-ops');
  expect(missing.status).toBe(2);
  expect(missing.stderr).toContain('Did you mean "small-ops"?');
  expect(missing.stderr).not.toContain('    at ');
});

test('--update-hashes and --show', () => {
  const { status, stdout } = run('--update-hashes', '--show', 'small-ops');
  expect(status).toBe(0);
  expect(stdout).toContain(`wrote ${written.folder}/dataset.json\n[0] m1 system`);
});
