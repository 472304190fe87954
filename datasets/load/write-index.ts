import { readdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BenchError, type Problem, type Split } from '../../harness/index.ts';
import { CANARY } from '../canary.ts';
import { readDatasetIndex } from './dataset.ts';
import {
  type DatasetEntry,
  type DatasetFile,
  datasetFileSchema,
  transcriptFileSchema,
} from './file-schema.ts';
import { hashTranscript } from './hash.ts';
import { datasetProblem } from './problem.ts';
import { parseValue, readJsonFile } from './read-file.ts';

/** How the files of transcripts end. */
export const TRANSCRIPT_END = '.transcript.json';
const FACTS_END = '.facts.json';

/** What a new `dataset.json` says of its dataset; an index that is there already keeps its own. */
export interface NewDataset {
  name?: string;
  version?: string;
  licence?: string;
}

/**
 * Writes the `dataset.json` of a folder anew from the `*.transcript.json` and `*.facts.json` files in it: hashes are
 * recomputed, new transcripts are added (split `dev`, unless `splits` says otherwise), those that are gone are taken out,
 * and everything else of an index that is there is kept. Returns the index. Throws E_DATASET where a file is broken, and
 * then writes nothing.
 */
export async function writeDatasetIndex(
  folder: string,
  options: { create?: NewDataset; splits?: Readonly<Record<string, Split>> } = {},
): Promise<DatasetFile> {
  const files = await readdir(folder);
  const before = await startIndex(folder, files, options.create);
  const splits = new Map(before.transcripts.map(({ id, split }) => [id, split]));
  const entries: DatasetEntry[] = [];
  const problems: Problem[] = [];
  for (const file of files.filter((name) => name.endsWith(TRANSCRIPT_END)).sort()) {
    const read = await readJsonFile({
      path: join(folder, file),
      place: file,
      schema: transcriptFileSchema,
    });
    problems.push(...read.problems);
    if (read.value === null) continue;
    const { id } = read.value;
    if (file !== `${id}${TRANSCRIPT_END}`) {
      problems.push(
        datasetProblem(
          file,
          `the transcript in it has the id "${id}".`,
          `Name the file ${id}${TRANSCRIPT_END}.`,
        ),
      );
    }
    const facts = `${id}${FACTS_END}`;
    const chosen = Object.entries(options.splits ?? {}).find(([name]) => name === id)?.[1];
    entries.push({
      id,
      file,
      hash: hashTranscript(read.value),
      split: chosen ?? splits.get(id) ?? 'dev',
      facts: files.includes(facts) ? facts : null,
    });
  }
  if (problems.length > 0) throw new BenchError(problems);
  const checked = parseValue({
    raw: { ...before, transcripts: entries },
    place: 'dataset.json',
    schema: datasetFileSchema,
  });
  if (checked.value === null) throw new BenchError(checked.problems);
  const index = checked.value;
  await replaceFile(join(folder, 'dataset.json'), `${JSON.stringify(index, null, 2)}\n`);
  return index;
}

async function startIndex(
  folder: string,
  files: readonly string[],
  create: NewDataset = {},
): Promise<DatasetFile> {
  if (files.includes('dataset.json')) {
    const { index, problems } = await readDatasetIndex(folder, folder);
    if (index === null) throw new BenchError(problems);
    return index.file;
  }
  return {
    name: create.name ?? basename(folder),
    version: create.version ?? '1.0.0',
    licence: create.licence ?? 'UNLICENSED',
    canary: CANARY,
    card: 'CARD.md',
    transcripts: [],
  };
}

/** Writes beside the file and renames, so that a reader never sees half an index. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, text);
  await rename(temporary, path);
}
