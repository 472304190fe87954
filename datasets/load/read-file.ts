import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { Problem } from '../../harness/index.ts';
import { datasetProblem, quoteForPeople } from './problem.ts';

/** What came of reading: the value, or every problem that it has. */
export type Outcome<T> = { value: T; problems: [] } | { value: null; problems: Problem[] };

/** Reads a JSON file and parses it by `schema`. Never throws: an unreadable file, text that is not UTF-8, broken JSON and each breach of the schema are problems. `place` is how messages name the file. */
export async function readJsonFile<T>(options: {
  path: string;
  place: string;
  schema: z.ZodType<T>;
}): Promise<Outcome<T>> {
  const { path, place, schema } = options;
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    const missing = code === 'ENOENT';
    return failed(
      datasetProblem(
        place,
        missing ? 'the file does not exist.' : `the file cannot be read (${code}).`,
        missing
          ? 'Restore it, or take its line out of dataset.json.'
          : 'Check that it is a file that you may read.',
      ),
    );
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return failed(datasetProblem(place, 'the file is not UTF-8.', 'Save it as UTF-8.'));
  }
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return failed(
      datasetProblem(
        place,
        `the file is not JSON: ${quoteForPeople((error as Error).message, 160)}.`,
        'Mend the JSON at that position.',
      ),
    );
  }
  return parseValue({ raw, place, schema });
}

/** Parses a value by `schema`; each breach is a problem that names the element by its id where it has one. Never throws. */
export function parseValue<T>(options: {
  raw: unknown;
  place: string;
  schema: z.ZodType<T>;
}): Outcome<T> {
  const { raw, place, schema } = options;
  try {
    const result = schema.safeParse(raw);
    if (result.success) return { value: result.data, problems: [] };
    return {
      value: null,
      problems: result.error.issues.map((issue) =>
        datasetProblem(
          `${place} ${describePath(raw, issue.path)}`.trimEnd(),
          `${issue.message}.`,
          issue.code === 'unrecognized_keys'
            ? 'Take the key out, or spell it right.'
            : 'Mend the value.',
        ),
      ),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return failed(datasetProblem(place, 'the JSON is nested too deeply.', 'Flatten it.'));
  }
}

function failed(problem: Problem): { value: null; problems: Problem[] } {
  return { value: null, problems: [problem] };
}

/** A path such as `facts[3] (port-of-api).probe.question`. */
function describePath(raw: unknown, path: readonly PropertyKey[]): string {
  let here: unknown = raw;
  let text = '';
  for (const key of path) {
    here = Object(here) === here ? Reflect.get(Object(here), key) : undefined;
    if (typeof key === 'number') {
      const id = here !== null && typeof here === 'object' ? Reflect.get(here, 'id') : undefined;
      text += `[${key}]${typeof id === 'string' ? ` (${quoteForPeople(id, 60).slice(1, -1)})` : ''}`;
    } else {
      text += `${text === '' ? '' : '.'}${quoteForPeople(String(key), 60).slice(1, -1)}`;
    }
  }
  return text;
}
