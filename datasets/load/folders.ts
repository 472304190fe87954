import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Problem } from '../../harness/index.ts';
import { requestProblem } from './problem.ts';

/** Folders that are searched where none is named: our own datasets, and the sessions that a user imported. */
const DEFAULT_FOLDERS = ['datasets', 'sessions'];

/** A path as messages show it: below the root without the root, with forward slashes. */
export function showPath(root: string, path: string): string {
  const below = relative(root, path);
  const shown = below.startsWith('..') || isAbsolute(below) ? path : below;
  return shown.split(sep).join('/');
}

/**
 * The dataset folders among `folders` (relative to `root`, or absolute): a folder with a `dataset.json`, or each of its
 * sub-folders that has one. A folder that was named and holds none is a problem; one of the default two is not.
 */
export async function findDatasetFolders(options: {
  root: string;
  folders?: readonly string[] | undefined;
}): Promise<{ folders: string[]; problems: Problem[] }> {
  const { root } = options;
  const found = new Set<string>();
  const problems: Problem[] = [];
  for (const name of options.folders ?? DEFAULT_FOLDERS) {
    const path = isAbsolute(name) ? name : join(root, name);
    const here = await datasetsAt(path);
    for (const folder of here) found.add(folder);
    if (here.length === 0 && options.folders !== undefined) {
      problems.push(
        requestProblem(
          showPath(root, path),
          existsSync(path)
            ? 'no dataset.json in this folder or in the folders below it.'
            : 'the folder does not exist.',
          'Name a dataset folder, or make its index with: npm run check:datasets -- FOLDER --update-hashes',
        ),
      );
    }
  }
  return { folders: [...found], problems };
}

async function datasetsAt(path: string): Promise<string[]> {
  if (existsSync(join(path, 'dataset.json'))) return [path];
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && existsSync(join(path, entry.name, 'dataset.json')))
      .map((entry) => join(path, entry.name))
      .sort();
  } catch {
    return [];
  }
}
