import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { BenchError } from '../../errors.ts';
import { sha256Hex } from '../../hash.ts';
import { addLines, createRecordingSet, packLines } from './lines.ts';
import { manifestSchema } from './schema.ts';
import type { PackEntry, RecordingManifest, RecordingSet } from './types.ts';

const MANIFEST = 'model.json';
const JOURNAL = 'new.jsonl';
const RESTORE = 'Restore it from version control, or record again with `npm run record-answers`.';

/** Path of the file to which new recordings are appended before they are packed. */
export function journalPath(folder: string): string {
  return join(folder, JOURNAL);
}

/** True where a folder holds recordings of a model. */
export function hasManifest(folder: string): boolean {
  return existsSync(join(folder, MANIFEST));
}

/** Reads and checks `model.json`. Throws E_RECORD where it is missing or malformed. */
export function readManifest(folder: string): RecordingManifest {
  const file = join(folder, MANIFEST);
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw brokenFile(file, error);
  }
}

/** Writes `model.json` in one step, so that a crash leaves the old one or the new one. */
export function writeManifest(folder: string, manifest: RecordingManifest): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, MANIFEST);
  writeFileSync(`${file}.part`, `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(`${file}.part`, file);
}

/**
 * Reads every pack and the journal of a folder. A pack must have the hash that the manifest states, and each recording the
 * hash of its own content; every broken file is reported at once (E_RECORD). A last journal line that was cut off by a
 * crash is dropped.
 */
export function readRecordings(folder: string, manifest: RecordingManifest): RecordingSet {
  const set = createRecordingSet();
  const broken: BenchError[] = [];
  for (const pack of manifest.packs) {
    const file = join(folder, pack.file);
    try {
      const content = brotliDecompressSync(readFileSync(file)).toString('utf8');
      if (sha256Hex(content) !== pack.sha256) throw new Error('its content has another hash');
      addLines(set, manifest.model, content.split('\n').filter(Boolean));
    } catch (error) {
      broken.push(brokenFile(file, error));
    }
  }
  const journal = journalPath(folder);
  if (existsSync(journal)) {
    try {
      addLines(set, manifest.model, readJournal(journal));
    } catch (error) {
      broken.push(brokenFile(journal, error));
    }
  }
  if (broken.length > 0) throw new BenchError(broken.flatMap((error) => error.problems));
  return set;
}

/**
 * Writes a set as compressed packs, one for each kind of call, and a manifest that names them; then removes the journal and
 * packs that are no longer named.
 */
export function writePacks(folder: string, manifest: RecordingManifest, set: RecordingSet): void {
  mkdirSync(folder, { recursive: true });
  const kinds = new Set([...set.recordings.values()].map(({ purpose }) => purpose.kind));
  const packs: PackEntry[] = [...kinds].sort().map((kind) => {
    const recordings = [...set.recordings.values()].filter(({ purpose }) => purpose.kind === kind);
    return writePack(folder, kind, packLines(set, recordings, []), recordings.length);
  });
  const embeddings = [...set.embeddings.values()];
  if (embeddings.length > 0) {
    packs.push(writePack(folder, 'embed', packLines(set, [], embeddings), embeddings.length));
  }
  writeManifest(folder, { ...manifest, packs });
  rmSync(journalPath(folder), { force: true });
  const named = new Set(packs.map(({ file }) => file));
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.jsonl.br') && !named.has(name)) rmSync(join(folder, name));
  }
}

function writePack(folder: string, kind: string, lines: unknown[], recordings: number): PackEntry {
  const content = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const sha256 = sha256Hex(content);
  const file = `${kind}-${sha256.slice(0, 16)}.jsonl.br`;
  const bytes = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      // Quality 9 with the largest window: level 11 takes thirty times as long for a few per cent.
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  writeFileSync(join(folder, `${file}.part`), bytes);
  renameSync(join(folder, `${file}.part`), join(folder, file));
  return { file, sha256, recordings };
}

/** Whole lines of a journal. Cuts a torn last line off the file, so that the next line starts on its own. */
function readJournal(file: string): string[] {
  const content = readFileSync(file, 'utf8');
  const end = content.lastIndexOf('\n') + 1;
  if (end < content.length) writeFileSync(file, content.slice(0, end));
  return content.slice(0, end).split('\n').filter(Boolean);
}

function brokenFile(file: string, error: unknown): BenchError {
  const reason = error instanceof Error ? error.message : String(error);
  return new BenchError(
    {
      code: 'E_RECORD',
      place: file,
      message: `is not a readable file of recordings: ${reason.slice(0, 400)}.`,
      remedy: RESTORE,
    },
    { cause: error },
  );
}
