import type { Problem } from '../../harness/index.ts';

/** A problem of a dataset: where it stands, what is wrong, what to do. */
export function datasetProblem(place: string, message: string, remedy: string): Problem {
  return { code: 'E_DATASET', place, message, remedy };
}

/** A problem of what was asked for, not of what a dataset holds: an unknown name, a folder without a dataset. */
export function requestProblem(place: string, message: string, remedy: string): Problem {
  return { code: 'E_CONFIG', place, message, remedy };
}

/** A text of a dataset as it may stand in a message: on one line, control characters escaped, at most `limit` characters. */
export function quoteForPeople(text: string, limit = 80): string {
  const line = JSON.stringify(text).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return line.length <= limit + 2 ? line : `${line.slice(0, limit)}…"`;
}
