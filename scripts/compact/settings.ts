import {
  COUNTER_NAMES,
  type CounterName,
  closestName,
  type JsonObject,
} from '../../harness/index.ts';
import type { Arguments } from '../cli/command.ts';
import type { ProblemList } from '../cli/problem-list.ts';
import { checkFlags } from '../cli/unknown-flags.ts';

/** What `npm run compact` was asked for. `target` is tokens where it is whole, else a part of the input. */
export interface CompactSettings {
  files: string[];
  compactor: string | null;
  params: JsonObject;
  target: number;
  counter: CounterName;
  model: string | null;
  json: boolean;
}

/** Parses the command line. What is wrong goes into `problems`, with something harmless in its place. */
export function parseCompactSettings(
  { options, operands, unknownFlags }: Arguments,
  flags: readonly string[],
  problems: ProblemList,
): CompactSettings {
  problems.add(...checkFlags(unknownFlags, flags));
  const note = (place: string, message: string, remedy: string) =>
    problems.add({ code: 'E_CONFIG', place, message, remedy });
  if (operands.length === 0) note('FILE', 'No file is named.', 'Name at least one JSON file.');
  if (options.compactor === undefined) {
    note('--compactor', 'It is missing.', 'Name one, such as --compactor sliding-window.');
  }
  const target = Number(options.target);
  if (options.target === undefined) {
    note('--target', 'It is missing.', 'Give the tokens to come down to, such as --target 2000.');
  } else if (!isTarget(options.target, target)) {
    note(
      '--target',
      `"${options.target}" is no target.`,
      'Give whole tokens from 0, or a fraction between 0 and 1.',
    );
  }
  const counter = String(options.counter ?? 'o200k_base');
  if (!isCounterName(counter)) {
    note('--counter', `There is no counter "${counter}".`, known(counter));
  }
  return {
    files: operands,
    compactor: typeof options.compactor === 'string' ? options.compactor : null,
    params: parseParams((options.param ?? []) as string[], note),
    target,
    counter: isCounterName(counter) ? counter : 'o200k_base',
    model: typeof options.model === 'string' ? options.model : null,
    json: options.json === true,
  };
}

function isTarget(text: unknown, value: number): boolean {
  if (typeof text !== 'string' || text.trim() === '') return false;
  return value >= 0 && (Number.isSafeInteger(value) || value < 1);
}

function isCounterName(name: string): name is CounterName {
  return (COUNTER_NAMES as readonly string[]).includes(name);
}

function known(counter: string): string {
  const close = closestName(counter, COUNTER_NAMES);
  return `${close ? `Did you mean "${close}"? ` : ''}Known: ${COUNTER_NAMES.join(', ')}.`;
}

/** `key=value` each: the value is JSON where it parses, else text. Keys are data, so none reaches a prototype. */
function parseParams(
  texts: readonly string[],
  note: (place: string, message: string, remedy: string) => void,
): JsonObject {
  const entries = new Map<string, JsonObject[string]>();
  for (const text of texts) {
    const at = text.indexOf('=');
    const key = text.slice(0, Math.max(0, at)).trim();
    if (key === '' || entries.has(key)) {
      const message = key === '' ? 'It has no key.' : `The setting "${key}" is given twice.`;
      note(`--param ${text}`, message, 'Write --param key=value, each key once.');
      continue;
    }
    entries.set(key, parseValue(text.slice(at + 1)));
  }
  return Object.fromEntries(entries);
}

function parseValue(text: string): JsonObject[string] {
  try {
    return JSON.parse(text) as JsonObject[string];
  } catch {
    return text;
  }
}
