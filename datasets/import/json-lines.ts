import { createReadStream } from 'node:fs';
import type { Tally } from './report.ts';

/** One value of a JSON-lines file and the line that it stands on, from 1. */
export interface JsonLine {
  value: unknown;
  line: number;
}

const NEWLINE = 10;

/** Reads a JSON-lines file value by value; memory holds one line at a time. Several values on a line are all given; what cannot be read is tallied. */
export async function* readJsonLines(path: string, tally: Tally): AsyncGenerator<JsonLine> {
  let number = 0;
  let last: { text: string; number: number } | null = null;
  for await (const bytes of readByteLines(path)) {
    number += 1;
    if (last !== null) yield* parseLine(last.text, { number: last.number, final: false, tally });
    const text = decodeUtf8(bytes, `line ${number}`, tally);
    last = text.trim() === '' ? null : { text, number };
  }
  if (last !== null) yield* parseLine(last.text, { number: last.number, final: true, tally });
}

/** UTF-8 text; bytes that are none are replaced and tallied. A byte-order mark is left out. */
export function decodeUtf8(bytes: Uint8Array, place: string, tally: Tally): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    tally.repair('invalid-utf8', place);
    return new TextDecoder('utf-8').decode(bytes);
  }
}

async function* readByteLines(path: string): AsyncGenerator<Uint8Array> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = chunk as Buffer;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE, start); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      rest.push(bytes.subarray(start, end));
      yield rest.length === 1 ? (rest[0] as Buffer) : Buffer.concat(rest);
      rest = [];
      start = end + 1;
    }
    // A copy, so that the large chunk can go.
    if (start < bytes.length) rest.push(Buffer.from(bytes.subarray(start)));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

function* parseLine(
  text: string,
  at: { number: number; final: boolean; tally: Tally },
): Generator<JsonLine> {
  const place = `line ${at.number}`;
  try {
    yield { value: JSON.parse(text), line: at.number };
    return;
  } catch {
    // Looked into below.
  }
  const { values, rest } = splitValues(text);
  for (const value of values) yield { value, line: at.number };
  if (values.length > 1 || (values.length === 1 && rest !== '')) {
    at.tally.repair('several-values-on-a-line', place);
  }
  if (rest !== '') at.tally.drop(at.final ? 'truncated-last-line' : 'unreadable-line', place);
}

/** Splits JSON values that stand one after the other; `rest` is what is left when no whole value follows. */
export function splitValues(text: string): { values: unknown[]; rest: string } {
  const values: unknown[] = [];
  let start = 0;
  while (start < text.length) {
    const end = endOfValue(text, start);
    if (end === null) break;
    try {
      values.push(JSON.parse(text.slice(start, end)));
    } catch {
      break;
    }
    start = end;
    while (start < text.length && /[\s,]/.test(text[start] ?? '')) start += 1;
  }
  return { values, rest: text.slice(start).trim() };
}

/** Index behind the object or array that starts at `start`, or null where it does not end. */
function endOfValue(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return index + 1;
      if (depth < 0) return null;
    }
  }
  return null;
}
