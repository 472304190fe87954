import { readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { BenchError, type Problem, projectRoot } from '../../harness/index.ts';
import { showPath } from './folders.ts';
import { requestProblem } from './problem.ts';
import { type NewDataset, TRANSCRIPT_END, writeDatasetIndex } from './write-index.ts';

/**
 * Writes the index of every dataset among `folders` (default `datasets`) anew, see {@link writeDatasetIndex}: of a folder
 * that holds transcripts, or of each of its sub-folders that does. Returns the folders whose index was written, relative to
 * the root. Throws every problem at once: E_DATASET for a broken file, E_CONFIG for a folder without transcripts.
 */
export async function updateDatasetIndexes(options: {
  root?: string;
  folders?: readonly string[];
  create?: NewDataset;
}): Promise<string[]> {
  const root = options.root ?? projectRoot();
  const written: string[] = [];
  const problems: Problem[] = [];
  for (const name of options.folders ?? ['datasets']) {
    const path = isAbsolute(name) ? name : join(root, name);
    const folders = await foldersWithTranscripts(path);
    if (folders.length === 0) {
      problems.push(
        requestProblem(
          showPath(root, path),
          `no *${TRANSCRIPT_END} in this folder or in the folders below it.`,
          'Name the folder of a dataset.',
        ),
      );
    }
    for (const folder of folders) {
      try {
        await writeDatasetIndex(folder, { create: options.create ?? {} });
        written.push(showPath(root, folder));
      } catch (error) {
        if (!(error instanceof BenchError)) throw error;
        problems.push(
          ...error.problems.map((problem) => ({
            ...problem,
            place: `${showPath(root, folder)}/${problem.place}`,
          })),
        );
      }
    }
  }
  if (problems.length > 0) throw new BenchError(problems);
  return written;
}

async function foldersWithTranscripts(path: string): Promise<string[]> {
  const entries = await list(path);
  if (entries.some(isTranscript)) return [path];
  const folders: string[] = [];
  for (const entry of entries.filter((item) => item.isDirectory())) {
    const folder = join(path, entry.name);
    if ((await list(folder)).some(isTranscript)) folders.push(folder);
  }
  return folders.sort();
}

const isTranscript = (entry: { name: string }): boolean => entry.name.endsWith(TRANSCRIPT_END);

async function list(path: string) {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
