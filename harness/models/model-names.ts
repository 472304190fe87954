import { basename } from 'node:path';
import { BenchError } from '../errors.ts';
import { closestName } from '../suggest.ts';
import { KNOWN_MODEL_FILES } from './known-files.ts';

/** Kinds of model names, as in `kind:name`. */
export const MODEL_KINDS = [
  'ollama',
  'openai',
  'gguf',
  'recorded',
  'reference',
  'scripted',
] as const;

/** One of {@link MODEL_KINDS}. */
export type ModelKind = (typeof MODEL_KINDS)[number];

/** Reads `kind:name`. Throws E_MODEL with the kind that was most likely meant. */
export function parseModelName(name: string): [ModelKind, string] {
  const at = name.indexOf(':');
  const kind = name.slice(0, Math.max(0, at));
  const rest = name.slice(at + 1);
  const known = MODEL_KINDS.find((each) => each === kind);
  if (known && rest !== '') return [known, rest];
  const near = closestName(kind === '' ? name : kind, [...MODEL_KINDS, 'auto']);
  throw unknownModel(
    name,
    `is no name of a model.${near === null ? '' : ` Did you mean ${near}${near === 'auto' ? '' : `:${rest || 'NAME'}`}?`}`,
    `Write auto, or one of ${MODEL_KINDS.map((each) => `${each}:NAME`).join(', ')}.`,
  );
}

/** Name under which a live model's answers are recorded. */
export function recordedName(kind: string, rest: string): string {
  if (kind !== 'gguf') return rest;
  const file = basename(rest);
  return (
    KNOWN_MODEL_FILES.find((known) => known.file === file)?.name ?? file.replace(/\.gguf$/i, '')
  );
}

/** The error for a name that stands for nothing. */
export function unknownModel(place: string, message: string, remedy: string): BenchError {
  return new BenchError({ code: 'E_MODEL', place, message, remedy });
}
