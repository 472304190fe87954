import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { chain } from 'stream-chain';
import { parser } from 'stream-json';
import { pick } from 'stream-json/filters/pick.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import type { Json, JsonObject } from '../../harness/index.ts';
import { decodeUtf8, type JsonLine, readJsonLines } from './json-lines.ts';
import type { Tally } from './report.ts';
import { asObject, importError } from './values.ts';

/** The outer shape of a file, with a sample to tell formats by: the first records, items, or the document itself. */
export interface Probe {
  shape: 'json-lines' | 'array' | 'object' | 'zip';
  /** First values: records of JSON lines, items of an array, or the one document (empty where it is too large to read whole). */
  first: JsonObject[];
  /** Keys of the document, or of the first record. */
  keys: ReadonlySet<string>;
}

/** A file that is imported. Large documents are streamed: `items` never holds more than one element. */
export interface ImportSource {
  path: string;
  probe: Probe;
  /** Records of a JSON-lines file. */
  lines(): AsyncGenerator<JsonLine>;
  /** The whole document. Throws E_IMPORT where it is larger than 64 MB. */
  document(): Promise<unknown>;
  /** Elements of the array at `key`, or of the outermost array for null. */
  items(key: string | null): AsyncGenerator<Json>;
}

const WHOLE_LIMIT = 64 * 1024 * 1024;
const HEAD_BYTES = 256 * 1024;
const SAMPLE = 30;

/** Opens a file and looks at its outer shape. Throws E_IMPORT: not a file, empty, UTF-16, or no JSON. */
export async function openSource(path: string, tally: Tally): Promise<ImportSource> {
  const size = await fileSize(path);
  const head = await readHead(path);
  checkEncoding(path, head);
  const base = { path, lines: () => readJsonLines(path, tally) };
  if (head[0] === 0x50 && head[1] === 0x4b) {
    return {
      ...base,
      probe: { shape: 'zip', first: [], keys: new Set() },
      document: () => Promise.reject(importError(path, 'a zip is no JSON document.', '')),
      items: () => emptyItems(),
    };
  }
  const text = new TextDecoder('utf-8').decode(head).trimStart();
  if (await isJsonLines(path, { text, size })) {
    const first: JsonObject[] = [];
    for await (const { value } of readJsonLines(path, silentTally)) {
      const record = asObject(value);
      if (record !== null) first.push(record);
      if (first.length >= SAMPLE) break;
    }
    const probe: Probe = { shape: 'json-lines', first, keys: new Set(Object.keys(first[0] ?? {})) };
    return {
      ...base,
      probe,
      document: () => Promise.reject(importError(path, 'JSON lines are no single document.', '')),
      items: () => emptyItems(),
    };
  }
  let whole: unknown;
  const document = async () => {
    if (size > WHOLE_LIMIT) {
      throw importError(
        path,
        `this format is read whole, and ${size} bytes is over the limit of ${WHOLE_LIMIT}.`,
        'Split the file by conversation.',
      );
    }
    whole ??= await parseWhole(path, tally);
    return whole;
  };
  const items = (key: string | null) =>
    size > WHOLE_LIMIT ? streamItems(path, key) : listItems(document, key);
  const isArray = text.startsWith('[');
  const first: JsonObject[] = [];
  if (isArray) {
    for await (const item of items(null)) {
      const object = asObject(item);
      if (object !== null) first.push(object);
      if (first.length >= SAMPLE) break;
    }
  } else if (size <= WHOLE_LIMIT) {
    const root = asObject(await document());
    if (root === null) throw importError(path, 'the document is neither an object nor a list.', '');
    first.push(root);
  }
  const keys =
    first[0] === undefined
      ? new Set([...text.matchAll(/"([A-Za-z_]+)"\s*:/g)].map((match) => match[1] ?? ''))
      : new Set(Object.keys(first[0]));
  return { ...base, probe: { shape: isArray ? 'array' : 'object', first, keys }, document, items };
}

const silentTally: Tally = {
  drop: () => {},
  repair: () => {},
  report: () => ({ dropped: {}, repaired: {}, places: {} }),
};

async function* emptyItems(): AsyncGenerator<Json> {}

async function fileSize(path: string): Promise<number> {
  const info = await stat(path).catch((error: unknown) => {
    throw importError(
      path,
      `cannot be read (${(error as { code?: string }).code ?? error}).`,
      'Check the path and its permissions.',
    );
  });
  if (!info.isFile()) {
    throw importError(path, 'is not a file.', 'Name each file, such as FOLDER/*.jsonl.');
  }
  if (info.size === 0) throw importError(path, 'is empty.', 'Export the session again.');
  return info.size;
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function checkEncoding(path: string, head: Uint8Array): void {
  const utf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (utf16 || (head[0] === 0 && head[1] !== 0) || (head[1] === 0 && head[0] !== 0)) {
    throw importError(path, 'is UTF-16 text.', 'Convert it first: iconv -f UTF-16 -t UTF-8.');
  }
}

/** JSON lines: the first line is a whole object and more follows, or the whole text is no single value. */
async function isJsonLines(path: string, head: { text: string; size: number }): Promise<boolean> {
  if (!head.text.startsWith('{')) {
    if (head.text.startsWith('[')) return false;
    throw importError(path, 'does not begin like JSON.', 'Give a JSON or JSON-lines recording.');
  }
  const firstLine = head.text.slice(0, Math.max(head.text.indexOf('\n'), 0));
  if (firstLine.trim() !== '' && firstLine.trim() !== '{') {
    try {
      JSON.parse(firstLine);
      return head.text.slice(firstLine.length).trim() !== '';
    } catch {
      // A broken first line, or a line longer than the head.
    }
  }
  if (head.size <= WHOLE_LIMIT) {
    try {
      JSON.parse(await readFile(path, 'utf8'));
      return false;
    } catch {
      return /^\{\s*"[^"]*"\s*:/.test(head.text) && !/^\{\s*\n/.test(head.text);
    }
  }
  return !/^\{\s*\n/.test(head.text) && !/^\{\s*"(?:messages|model|input)"/.test(head.text);
}

async function parseWhole(path: string, tally: Tally): Promise<unknown> {
  const text = decodeUtf8(await readFile(path), 'file', tally);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw importError(
      path,
      `is not valid JSON: ${error instanceof Error ? error.message.slice(0, 160) : error}.`,
      'The file may be cut off: export it again.',
    );
  }
}

async function* listItems(
  document: () => Promise<unknown>,
  key: string | null,
): AsyncGenerator<Json> {
  const root = await document();
  const list = key === null ? root : asObject(root)?.[key];
  if (Array.isArray(list)) yield* list as Json[];
}

async function* streamItems(path: string, key: string | null): AsyncGenerator<Json> {
  const stages =
    key === null
      ? [createReadStream(path), parser(), streamArray()]
      : [createReadStream(path), parser(), pick({ filter: key, once: true }), streamArray()];
  const stream = chain(stages as Parameters<typeof chain>[0]);
  for await (const item of stream as AsyncIterable<{ value: Json }>) yield item.value;
}
