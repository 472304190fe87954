import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError, type Problem } from '../errors.ts';
import type { JsonObject } from '../types/json.ts';
import type { RunRecord } from '../types/record.ts';
import { migrateRecord } from './migrate.ts';
import { parseRecord } from './schema.ts';
import { settleRecords } from './settle.ts';

/** Name of the log in a run folder. */
export const LOG_FILE = 'run.jsonl';

/** A log as it was read: its settled records, what was left out and why, and how many bytes hold whole lines. */
export interface LoadedLog {
  records: RunRecord[];
  /** One line each: a cut-off last line, a replay whose rounds are not all there. */
  warnings: string[];
  wholeBytes: number;
  endsWithNewline: boolean;
}

/**
 * Reads a run folder's log with all that was noticed.
 * A last line that was cut off (the process was killed while it wrote) is left out and named; the cell that it was about counts as not done.
 * Throws E_RECORD, all problems at once, for a missing file, any other broken line, or a newer schema.
 */
export async function loadRunLog(dir: string): Promise<LoadedLog> {
  const file = join(dir, LOG_FILE);
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch {
    throw new BenchError({
      code: 'E_RECORD',
      message: 'there is no run log, or it cannot be read.',
      place: file,
      remedy: 'Name a folder that a run has written.',
    });
  }
  return parseLog(bytes, file);
}

/** The settled records of a run folder, in the order in which they were written. Throws as {@link loadRunLog} does. */
export async function readRunLog(dir: string): Promise<RunRecord[]> {
  return (await loadRunLog(dir)).records;
}

/** Parses the bytes of a log; see {@link loadRunLog}. */
export function parseLog(bytes: Uint8Array, place: string): LoadedLog {
  const lines = splitLines(bytes);
  const problems: Problem[] = [];
  const warnings: string[] = [];
  const records: RunRecord[] = [];
  let version: number | null = null;
  let wholeBytes = 0;
  for (const line of lines) {
    const where = `${place}:${line.number}`;
    const isLast = line.number === lines.length;
    const value = parseObject(line.text);
    if (value === null) {
      if (line.text.trim() === '') {
        wholeBytes = line.end;
        continue;
      }
      if (isLast && !line.closed) {
        warnings.push(`${where}: the last line is cut off; its cell counts as not done.`);
        continue;
      }
      problems.push(fault(where, 'the line is no JSON object.'));
      continue;
    }
    wholeBytes = line.end;
    if (value.type === 'run_started') version = versionOf(value);
    if (version === null) {
      problems.push(fault(where, 'a record stands before the header that says its version.'));
      continue;
    }
    const parsed = parseRecord(migrateRecord(value, { from: version, place: where }));
    if ('faults' in parsed) {
      problems.push(fault(where, `${parsed.faults.slice(0, 5).join('; ')}.`));
    } else {
      records.push(parsed.record);
    }
  }
  if (problems.length > 0) throw new BenchError(problems);
  const settled = settleRecords(records);
  return {
    records: settled.records,
    warnings: [...warnings, ...settled.warnings],
    wholeBytes,
    endsWithNewline: wholeBytes === 0 || bytes[wholeBytes - 1] === 0x0a,
  };
}

interface Line {
  number: number;
  text: string;
  /** Offset behind the line and its newline. */
  end: number;
  closed: boolean;
}

function splitLines(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  const decoder = new TextDecoder();
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    const text = decoder.decode(bytes.subarray(start, newline === -1 ? end : newline));
    lines.push({ number: lines.length + 1, text, end, closed: newline !== -1 });
    start = end;
  }
  return lines;
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return value as JsonObject;
  } catch {
    return null;
  }
}

function versionOf(header: JsonObject): number {
  // A header without a number fails the schema afterwards; until then it is read as version 1.
  return typeof header.schemaVersion === 'number' ? header.schemaVersion : 1;
}

function fault(place: string, message: string): Problem {
  return {
    code: 'E_RECORD',
    message,
    place,
    remedy: 'Copy the run folder again, or run the cells again in a new folder.',
  };
}
