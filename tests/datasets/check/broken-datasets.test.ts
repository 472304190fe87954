import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { runCheckDatasets } from '../../../scripts/check-datasets/run.ts';
import type { Broken } from '../support/broken.ts';
import { BROKEN_FIRST } from '../support/broken-first.ts';
import { BROKEN_SECOND } from '../support/broken-second.ts';
import { createSmallDataset, writeSmallDataset } from '../support/small-dataset.ts';

const flags: string[] = [];
const BROKEN = [...BROKEN_FIRST, ...BROKEN_SECOND];

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const remove of cleanups.splice(0)) await remove();
});

async function check(broken: Pick<Broken, 'change' | 'damage' | 'hash'>) {
  const dataset = createSmallDataset();
  broken.change?.(dataset);
  const written = await writeSmallDataset(dataset, { hash: broken.hash !== false });
  cleanups.push(written.remove);
  await broken.damage?.(written.folder);
  const out: string[] = [];
  const errors: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => out.push(String(line)));
  vi.spyOn(console, 'error').mockImplementation((line) => errors.push(String(line)));
  const args = { options: {}, operands: [written.folder], unknownFlags: [] };
  const exitCode = await runCheckDatasets(args, flags);
  const prefix = `E_DATASET ${written.folder.replace(/^\//, '/')}/`;
  return { exitCode, out: out.join('\n'), errors: errors.map((line) => line.replace(prefix, '')) };
}

// promptfoo takes a second to load: outside the time of the first case.
beforeAll(async () => {
  await check({});
}, 120_000);

test('the good dataset has no problem and prints its balance', async () => {
  const { exitCode, out, errors } = await check({});
  expect(errors).toEqual([]);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^superseded +1 {2,}16\.7 %$/m);
  expect(out).toMatch(/^small-ops +small +operations +dev +imported +short/m);
});

test.each(BROKEN)('$name: exit code 1, with the place and the reason', async (broken) => {
  const { exitCode, errors } = await check(broken);
  expect(exitCode).toBe(1);
  const { place, reason } = broken;
  const here = errors.filter((line) => line.startsWith(`${place}: `));
  expect(here.length === 0 ? errors : here).toContainEqual(
    reason instanceof RegExp
      ? expect.stringMatching(reason)
      : expect.stringContaining(`${place}: ${reason}`),
  );
});

test('at least 20 ways to break a dataset are tried', () => {
  expect(new Set(BROKEN.map(({ name }) => name)).size).toBe(BROKEN.length);
  expect(BROKEN.length).toBeGreaterThanOrEqual(20);
});
