import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { hashTranscript, loadTranscripts } from '../../../datasets/index.ts';
import { BenchError, type Problem } from '../../../harness/index.ts';
import {
  createSmallDataset,
  type SmallDataset,
  writeSmallDataset,
} from '../support/small-dataset.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of cleanups.splice(0)) await remove();
});

async function write(change: (dataset: SmallDataset) => void = () => {}, hash = true) {
  const dataset = createSmallDataset();
  change(dataset);
  const written = await writeSmallDataset(dataset, { hash });
  cleanups.push(written.remove);
  return written;
}

async function problemsOf(load: Promise<unknown>, expected = 'E_DATASET'): Promise<Problem[]> {
  const error = await load.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BenchError);
  const problems = (error as BenchError).problems;
  expect(problems.every(({ code, remedy }) => code === expected && remedy !== '')).toBe(true);
  return problems;
}

test('a good dataset loads with its facts, split and dataset', async () => {
  const { root } = await write();
  const { transcripts, datasets } = await loadTranscripts({ root });
  expect(
    transcripts.map(({ id, dataset, split, facts }) => [id, dataset, split, facts.length]),
  ).toEqual([['small-ops', 'small', 'dev', 6]]);
  expect(datasets).toEqual([
    { name: 'small', version: '1.0.0', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  expect('canary' in (transcripts[0] ?? {})).toBe(false);
});

test('the hash of the dataset changes with a fact, that of the transcript does not', async () => {
  const before = await loadTranscripts({ root: (await write()).root });
  const after = await loadTranscripts({
    root: (await write(({ facts }) => facts.facts.pop())).root,
  });
  expect(after.datasets[0]?.hash).not.toBe(before.datasets[0]?.hash);
  expect(after.transcripts[0]?.hash).toBe(before.transcripts[0]?.hash);
});

test('a changed message is found by the hash', async () => {
  const { root } = await write(({ transcript }) => {
    transcript.messages.splice(7, 1);
  }, false);
  const problems = await problemsOf(loadTranscripts({ root }));
  expect(problems[0]).toMatchObject({
    place: 'datasets/small/small-ops.transcript.json',
    message: expect.stringMatching(
      /^the hash of its messages, tools, usage and pins is [0-9a-f]{12}…/,
    ),
  });
});

test('a corrupted quote names the file and the fact', async () => {
  const { root } = await write(({ facts }) => {
    const fact = facts.facts[1];
    if (fact?.kind === 'negation')
      fact.evidence = [{ messageId: 'm2', quote: 'Never restart the DB' }];
  });
  expect(await problemsOf(loadTranscripts({ root }))).toEqual([
    {
      code: 'E_DATASET',
      place: 'datasets/small/small-ops.facts.json small-ops-no-restart',
      message: 'the quote "Never restart the DB" does not stand in the message "m2".',
      remedy:
        'Quote it character for character from one text, tool name, argument or result of that message.',
    },
  ]);
});

test('all problems come at once: hash, quote, schema, double id', async () => {
  const { root, folder } = await write(({ transcript, facts }) => {
    transcript.messages[3] = { ...transcript.messages[2] } as never;
    Object.assign(facts.facts[0] ?? {}, { evidence: [{ messageId: 'm99', quote: 'x' }] });
  }, false);
  const other = createSmallDataset();
  Object.assign(other.index, { name: 'other' });
  Object.assign(other.facts.facts[0] ?? {}, { carrier: 'email', colour: 'red' });
  await mkdir(join(root, 'datasets', 'other'));
  await writeFile(join(root, 'datasets', 'other', 'dataset.json'), JSON.stringify(other.index));
  await writeFile(join(root, 'datasets', 'other', 'small-ops.transcript.json'), 'no JSON');
  await writeFile(
    join(root, 'datasets', 'other', 'small-ops.facts.json'),
    JSON.stringify(other.facts),
  );
  const places = (await problemsOf(loadTranscripts({ root }))).map(({ place }) => place);
  expect(folder).toContain('small');
  expect(places).toEqual([
    'datasets/small/dataset.json small-ops',
    'datasets/other/small-ops.transcript.json',
    'datasets/other/small-ops.facts.json facts[0] (small-ops-lease-code).carrier',
    'datasets/other/small-ops.facts.json facts[0] (small-ops-lease-code)',
    'datasets/small/small-ops.transcript.json',
    'datasets/small/small-ops.transcript.json messages[3]',
    'datasets/small/small-ops.facts.json small-ops-lease-code',
  ]);
});

test('a file that is missing, a folder, or not UTF-8 is a problem of its own', async () => {
  const missing = await write();
  await rm(join(missing.folder, 'small-ops.facts.json'));
  const folder = await write();
  await rm(join(folder.folder, 'small-ops.transcript.json'));
  await mkdir(join(folder.folder, 'small-ops.transcript.json'));
  const latin = await write();
  await writeFile(join(latin.folder, 'small-ops.transcript.json'), Buffer.from([0x22, 0xe9, 0x22]));
  const messages = [];
  for (const { root } of [missing, folder, latin]) {
    messages.push((await problemsOf(loadTranscripts({ root })))[0]?.message);
  }
  expect(messages).toEqual([
    'the file does not exist.',
    'the file cannot be read (EISDIR).',
    'the file is not UTF-8.',
  ]);
});

test('an unknown name gets the nearest one; a known one loads only its transcript', async () => {
  const { root } = await write();
  expect(
    await problemsOf(loadTranscripts({ root, names: ['smal-ops'] }), 'E_CONFIG'),
  ).toMatchObject([
    {
      message: 'no transcript or dataset is named "smal-ops".',
      remedy: 'Did you mean "small-ops"?',
    },
  ]);
  expect((await loadTranscripts({ root, names: ['small'] })).transcripts).toHaveLength(1);
  expect((await loadTranscripts({ root, splits: ['held-out'] })).transcripts).toHaveLength(0);
});

test('a named folder without a dataset is a problem, the default folders may be missing', async () => {
  const { root } = await write();
  expect(
    (await problemsOf(loadTranscripts({ root, folders: ['sesions'] }), 'E_CONFIG'))[0]?.place,
  ).toBe('sesions');
  await rm(join(root, 'datasets'), { recursive: true });
  expect(await loadTranscripts({ root })).toEqual({ transcripts: [], datasets: [] });
});

test('keys of the prototype are kept as data in arguments and refused as keys of a message', async () => {
  const { root, folder } = await write();
  const file = join(folder, 'small-ops.transcript.json');
  const plain = await readFile(file, 'utf8');
  const evil = plain.replace(
    '{"command":"git status"}',
    '{"command":"git status","__proto__":{"polluted":true}}',
  );
  expect(evil).not.toBe(plain);
  await writeFile(file, evil);
  const transcript = JSON.parse(evil) as Parameters<typeof hashTranscript>[0];
  const index = JSON.parse(await readFile(join(folder, 'dataset.json'), 'utf8'));
  index.transcripts[0].hash = hashTranscript(transcript);
  await writeFile(join(folder, 'dataset.json'), JSON.stringify(index));
  const { transcripts } = await loadTranscripts({ root });
  const block = transcripts[0]?.messages[11]?.content[0];
  expect(block?.type === 'tool_call' && Object.keys(block.arguments)).toEqual([
    'command',
    '__proto__',
  ]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(hashTranscript(JSON.parse(plain))).not.toBe(index.transcripts[0].hash);

  await writeFile(file, plain.replace('{"id":"m1",', '{"id":"m1","__proto__":{"x":1},'));
  expect((await problemsOf(loadTranscripts({ root })))[0]).toMatchObject({
    place: 'datasets/small/small-ops.transcript.json messages[0] (m1)',
    message: 'Unrecognized key: "__proto__".',
  });
});

test('an index cannot point outside its folder', async () => {
  const { root } = await write(({ index }) => {
    Object.assign((index.transcripts as object[])[0] ?? {}, { file: '../../etc/passwd' });
  });
  expect((await problemsOf(loadTranscripts({ root })))[0]).toMatchObject({
    place: 'datasets/small/dataset.json transcripts[0] (small-ops).file',
    message: 'expected the name of a file in the same folder.',
  });
});

test('deep nesting is a problem, not a crash', async () => {
  const { root, folder } = await write();
  const file = join(folder, 'small-ops.transcript.json');
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const plain = await readFile(file, 'utf8');
  await writeFile(file, plain.replace('{"command":"git status"}', `{"command":${deep}}`));
  expect((await problemsOf(loadTranscripts({ root })))[0]?.message).toMatch(/nested too deeply/);
});
