import { BENCH_OPTIONS, optionKey } from './options.ts';

/** Settings of the command line as raw values, still to be parsed, and the flag that each came from. */
export interface RawOptions {
  settings: Record<string, unknown>;
  flagOf: ReadonlyMap<string, string>;
}

/**
 * Splits lists and turns numbers into numbers. What is no number stays text: the parser of settings says so, with the
 * value.
 */
export function readOptions(options: Readonly<Record<string, unknown>>): RawOptions {
  const settings: Record<string, unknown> = {};
  const flagOf = new Map<string, string>();
  for (const { flags, setting, kind } of BENCH_OPTIONS) {
    const text = options[optionKey(flags)];
    if (setting === null || typeof text !== 'string') continue;
    flagOf.set(setting, flags.split(' ')[0] ?? flags);
    if (kind === 'number') settings[setting] = readNumber(text);
    else if (kind === 'list') settings[setting] = splitList(text);
    else if (kind === 'numbers') settings[setting] = splitList(text).map(readNumber);
    else settings[setting] = text;
  }
  return { settings, flagOf };
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function readNumber(text: string): number | string {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? text : value;
}
