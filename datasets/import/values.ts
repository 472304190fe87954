import { BenchError, type Json, type JsonObject } from '../../harness/index.ts';

/** The value as a JSON object, or null. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null;
}

/** The value as a list; a single value is no list: empty. */
export function asList(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

/** The value as a text, or null. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The value as a finite number, or null. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A text as it is, anything else as JSON; null and undefined as the empty text. */
export function textOrJson(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Arguments of a call: an object, or the raw text where it is not JSON of an object. */
export function parseArguments(value: unknown): JsonObject | string {
  if (typeof value !== 'string') return asObject(value) ?? textOrJson(value);
  if (value.trim() === '') return {};
  try {
    return asObject(JSON.parse(value)) ?? value;
  } catch {
    return value;
  }
}

/** An import error: what is wrong with which file, and the remedy. */
export function importError(place: string, message: string, remedy: string): BenchError {
  return new BenchError({ code: 'E_IMPORT', place, message, remedy });
}
