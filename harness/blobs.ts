import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError } from './errors.ts';
import { sha256Hex } from './hash.ts';

/** A JSON value ready to be stored: `id` is the SHA-256 of its text. */
export interface Blob {
  id: string;
  text: string;
}

/**
 * Makes a blob of a value without touching the disk, so that nothing waits for a file while a clock runs. Members keep their order:
 * readers are shown tool arguments in it, so a context must come back from its blob as it went in.
 */
export function createBlob(value: unknown): Blob {
  const text = JSON.stringify(value);
  return { id: sha256Hex(text), text };
}

/** A folder of values by content: `<id>.json`. */
export interface BlobStore {
  readonly dir: string;
  /** Stores a blob once; a crash leaves the whole file or none. */
  write(blob: Blob): Promise<void>;
  /** The value of a blob. Throws E_RECORD where the file is missing or its content is not what its name says. */
  read(id: string): Promise<unknown>;
}

/** Opens a blob folder (made at the first write). */
export function openBlobs(dir: string): BlobStore {
  const written = new Map<string, Promise<void>>();
  return {
    dir,
    write(blob) {
      const known = written.get(blob.id);
      if (known !== undefined) return known;
      const writing = writeOnce(dir, blob);
      written.set(blob.id, writing);
      return writing;
    },
    read: (id) => readBlob(dir, id),
  };
}

async function writeOnce(dir: string, blob: Blob): Promise<void> {
  const file = join(dir, `${blob.id}.json`);
  if (await isWhole(file, blob.id)) return;
  await mkdir(dir, { recursive: true });
  const temporary = join(dir, `.${blob.id}-${process.pid}`);
  try {
    await writeFile(temporary, blob.text, { flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function isWhole(file: string, id: string): Promise<boolean> {
  try {
    return sha256Hex(await readFile(file)) === id;
  } catch {
    return false;
  }
}

async function readBlob(dir: string, id: string): Promise<unknown> {
  const place = `${dir}/${id}.json`;
  const broken = (message: string): BenchError =>
    new BenchError({
      code: 'E_RECORD',
      message,
      place,
      remedy: 'Copy the run folder again, or run the cells again in a new folder.',
    });
  if (!/^[0-9a-f]{64}$/.test(id)) throw broken(`"${id.slice(0, 80)}" is no blob id.`);
  let bytes: Uint8Array;
  try {
    bytes = await readFile(join(dir, `${id}.json`));
  } catch {
    throw broken('the blob is missing or cannot be read.');
  }
  if (sha256Hex(bytes) !== id) throw broken('the content is not what the name says.');
  return JSON.parse(new TextDecoder().decode(bytes));
}
