import type { JsonObject } from '../types/json.ts';

/** A tool call that a reader proposed in text. */
export interface ProposedCall {
  name: string;
  arguments: JsonObject;
}

/** Argument names that say what a call is about, most telling first. */
const TARGET_KEYS = [
  'path',
  'file_path',
  'file',
  'filename',
  'command',
  'cmd',
  'query',
  'sql',
  'url',
  'pattern',
  'id',
  'name',
  'input',
];

/**
 * The first tool call in a text: a JSON object with `tool` (or `name`) and `arguments`, alone, in a fence or in prose.
 * Null where there is none, or where its tool is not one of `tools` (any name will do where that set is empty).
 */
export function parseToolCall(text: string, tools: ReadonlySet<string>): ProposedCall | null {
  for (const object of objectsIn(text)) {
    const name = object.tool ?? object.name;
    if (typeof name !== 'string' || (tools.size > 0 && !tools.has(name))) continue;
    const args = object.arguments ?? object.parameters ?? {};
    return { name, arguments: isObject(args) ? args : { input: String(args) } };
  }
  return null;
}

/** What a call is about: the file, the command, the query. The first telling argument, else the first text; null where there is none. */
export function targetOf(args: JsonObject): string | null {
  const idKey = Object.keys(args).find((key) => /_?id$/i.test(key));
  const keys = [...TARGET_KEYS, ...(idKey === undefined ? [] : [idKey]), ...Object.keys(args)];
  for (const key of keys) {
    const value = Object.hasOwn(args, key) ? args[key] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return null;
}

/** The outermost JSON objects of a text, in order. */
function* objectsIn(text: string): Generator<JsonObject> {
  let start = text.indexOf('{');
  while (start !== -1) {
    const end = endOfObject(text, start);
    const value = end === -1 ? null : parseObject(text.slice(start, end));
    if (value !== null) yield value;
    start = text.indexOf('{', value === null ? start + 1 : end);
  }
}

/** Offset behind the brace that closes the one at `start`, strings skipped; -1 where none does. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
