import { type FileHandle, mkdir, open, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobStore, openBlobs } from '../blobs.ts';
import type { RunRecord } from '../types/record.ts';
import { LOG_FILE, loadRunLog } from './read.ts';

/** A run folder open for appending. */
export interface RunLog {
  readonly dir: string;
  readonly blobs: BlobStore;
  /** What the folder held when it was opened, settled. */
  readonly records: readonly RunRecord[];
  readonly warnings: readonly string[];
  /** Appends records as one write and waits until the disk has them. Calls never interleave. */
  append(...records: RunRecord[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a run folder (made where there is none) to append to its log. A last line that was cut off is removed from the file first,
 * so that the next record starts on a line of its own. Throws E_RECORD as reading does.
 */
export async function openRunLog(dir: string): Promise<RunLog> {
  await mkdir(dir, { recursive: true });
  const file = join(dir, LOG_FILE);
  const loaded = (await exists(file)) ? await loadRunLog(dir) : null;
  if (loaded !== null) await truncate(file, loaded.wholeBytes);
  const handle = await open(file, 'a');
  if (loaded !== null && !loaded.endsWithNewline) await handle.appendFile('\n');
  let tail: Promise<void> = Promise.resolve();
  return {
    dir,
    blobs: openBlobs(join(dir, 'blobs')),
    records: loaded?.records ?? [],
    warnings: loaded?.warnings ?? [],
    append(...records) {
      const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
      const written = tail.then(() => appendAndFlush(handle, text));
      // A write that failed rejects for its own caller; the next one is tried all the same.
      tail = written.catch(() => undefined);
      return written;
    },
    async close() {
      await tail;
      await handle.close();
    },
  };
}

async function appendAndFlush(handle: FileHandle, text: string): Promise<void> {
  await handle.appendFile(text);
  await handle.datasync();
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    return false;
  }
}
