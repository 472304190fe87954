import type { z } from 'zod';
import type { Problem } from '../errors.ts';
import { closestName } from '../suggest.ts';
import { type BenchConfig, benchConfigSchema } from './schema.ts';

/** Every setting's name. */
export const CONFIG_KEYS: readonly string[] = Object.keys(benchConfigSchema.shape);

/**
 * Parses settings from a file or a command line. `placeOf` turns the path of a value into what a user can find. What is
 * wrong comes back as problems (E_CONFIG), all at once; settings that are right are handed on beside them.
 */
export function parseConfig(
  value: unknown,
  placeOf: (path: readonly PropertyKey[]) => string,
): { config: BenchConfig; problems: Problem[] } {
  const result = benchConfigSchema.safeParse(value);
  if (result.success) return { config: result.data, problems: [] };
  const problems = result.error.issues.flatMap((issue) => toProblems(issue, value, placeOf));
  return { config: rightSettings(value, result.error.issues), problems };
}

function toProblems(
  issue: z.core.$ZodIssue,
  value: unknown,
  placeOf: (path: readonly PropertyKey[]) => string,
): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const close = issue.path.length === 0 ? closestName(key, CONFIG_KEYS) : null;
      const place = placeOf([...issue.path, key]);
      const remedy = close ? `Did you mean "${close}"?` : 'Take it out, or spell it right.';
      return { code: 'E_CONFIG', place, message: 'There is no such setting.', remedy };
    });
  }
  const found = JSON.stringify(valueAt(value, issue.path)) ?? 'missing';
  const message = `${found.slice(0, 120)} does not fit: ${describe(issue)}.`;
  return [{ code: 'E_CONFIG', place: placeOf(issue.path), message, remedy: 'Mend the value.' }];
}

/** The deepest message of a union says more than the union's own. */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().find(({ code }) => code !== 'invalid_type');
    if (inner) return describe(inner);
    return 'expected a name, or an object with one';
  }
  return issue.message.replace(/^Invalid (input|option): /, '').replace(/\.$/, '');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here: unknown = value;
  for (const key of path) {
    if (here === null || typeof here !== 'object') return undefined;
    here = Reflect.get(here, key);
  }
  return here;
}

/** The settings that no issue is about, so that later checks can still look at them. */
function rightSettings(value: unknown, issues: readonly z.core.$ZodIssue[]): BenchConfig {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return {};
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  const rest = Object.entries(value).filter(
    ([key]) => CONFIG_KEYS.includes(key) && !wrong.has(key),
  );
  const parsed = benchConfigSchema.safeParse(Object.fromEntries(rest));
  return parsed.success ? parsed.data : {};
}
