import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BenchError } from './errors.ts';

const PACKAGE_NAME = 'compactor-bench';
let found: string | null = null;

/** Nearest folder at or above `start` whose package.json is this project's, or null. */
function findRoot(start: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && packageName(file) === PACKAGE_NAME) return folder;
    if (dirname(folder) === folder) return null;
  }
}

function packageName(file: string): string | null {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof parsed !== 'object' || parsed === null || !('name' in parsed)) return null;
    return typeof parsed.name === 'string' ? parsed.name : null;
  } catch {
    return null;
  }
}

/**
 * Absolute path of this project's folder, also when the code runs from a bundle below it.
 * Throws E_INTERNAL where neither the code nor the working folder lies in the project.
 */
export function projectRoot(): string {
  found ??= findRoot(dirname(fileURLToPath(import.meta.url))) ?? findRoot(process.cwd());
  if (found === null) {
    throw new BenchError({
      code: 'E_INTERNAL',
      message: `no package.json named "${PACKAGE_NAME}" at or above the code or ${process.cwd()}.`,
      place: 'project folder',
      remedy: 'Start the command inside the project.',
    });
  }
  return found;
}
