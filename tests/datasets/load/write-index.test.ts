import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadTranscripts, writeDatasetIndex } from '../../../datasets/index.ts';
import { createSmallDataset, writeSmallDataset } from '../support/small-dataset.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of cleanups.splice(0)) await remove();
});

async function write() {
  const written = await writeSmallDataset(createSmallDataset());
  cleanups.push(written.remove);
  return written;
}

test('an index is made where there is none', async () => {
  const { root, folder } = await write();
  await rm(join(folder, 'dataset.json'));
  await writeDatasetIndex(folder, { create: { licence: 'Apache-2.0' } });
  const { transcripts, datasets } = await loadTranscripts({ root });
  expect(transcripts[0]?.facts).toHaveLength(6);
  expect(datasets[0]).toMatchObject({ name: 'small', version: '1.0.0' });
});

test('hashes are corrected, new transcripts are added, and the split is kept', async () => {
  const { root, folder } = await write();
  await writeDatasetIndex(folder, { splits: { 'small-ops': 'held-out' } });
  const file = join(folder, 'small-ops.transcript.json');
  const changed = JSON.parse(await readFile(file, 'utf8'));
  changed.pins = ['Never restart the primary database'];
  await writeFile(file, JSON.stringify(changed));
  await writeFile(
    join(folder, 'second.transcript.json'),
    JSON.stringify({ ...changed, id: 'second' }),
  );
  await expect(loadTranscripts({ root })).rejects.toThrow(/hash/);
  const index = await writeDatasetIndex(folder);
  expect(index.transcripts.map(({ id, split, facts }) => [id, split, facts])).toEqual([
    ['second', 'dev', null],
    ['small-ops', 'held-out', 'small-ops.facts.json'],
  ]);
  expect((await loadTranscripts({ root })).transcripts).toHaveLength(2);
});

test('a broken transcript leaves the index as it was', async () => {
  const { folder } = await write();
  const before = await readFile(join(folder, 'dataset.json'), 'utf8');
  await writeFile(join(folder, 'broken.transcript.json'), '{"id": "broken"');
  await expect(writeDatasetIndex(folder)).rejects.toThrow(
    /broken\.transcript\.json: the file is not JSON/,
  );
  expect(await readFile(join(folder, 'dataset.json'), 'utf8')).toBe(before);
});

test('a file that is not named after its transcript is refused', async () => {
  const { folder } = await write();
  const transcript = await readFile(join(folder, 'small-ops.transcript.json'), 'utf8');
  await writeFile(join(folder, 'copy.transcript.json'), transcript);
  await expect(writeDatasetIndex(folder)).rejects.toThrow(
    /Name the file small-ops\.transcript\.json/,
  );
});
