import { join } from 'node:path';
import type { Fact, Problem, Transcript } from '../../harness/index.ts';
import {
  type DatasetEntry,
  type DatasetFile,
  datasetFileSchema,
  type FactsFile,
  factsFileSchema,
  type TranscriptFile,
  transcriptFileSchema,
} from './file-schema.ts';
import { showPath } from './folders.ts';
import { hashTranscript } from './hash.ts';
import { checkFacts, checkReferences } from './integrity.ts';
import { datasetProblem, quoteForPeople } from './problem.ts';
import { readJsonFile } from './read-file.ts';

/** A transcript with where it was read from, as messages name it. `factsPlace` is null where it has no facts file. */
export interface LoadedTranscript {
  transcript: Transcript;
  place: string;
  factsPlace: string | null;
}

/** A dataset's index, with the folder that it stands in. */
export interface DatasetIndex {
  folder: string;
  place: string;
  file: DatasetFile;
}

/** Reads the `dataset.json` of a folder; a name or file that is there twice is a problem. */
export async function readDatasetIndex(
  root: string,
  folder: string,
): Promise<{ index: DatasetIndex | null; problems: Problem[] }> {
  const path = join(folder, 'dataset.json');
  const place = showPath(root, path);
  const read = await readJsonFile({ path, place, schema: datasetFileSchema });
  if (read.value === null) return { index: null, problems: read.problems };
  return { index: { folder, place, file: read.value }, problems: [] };
}

/** Reads one transcript of a dataset with its facts and verifies ids, canary, hash and quotes. What could be read is handed on even where it has problems. */
export async function readTranscript(options: {
  root: string;
  index: DatasetIndex;
  entry: DatasetEntry;
}): Promise<{ loaded: LoadedTranscript | null; problems: Problem[] }> {
  const { root, index, entry } = options;
  const { canary, name } = index.file;
  const path = join(index.folder, entry.file);
  const place = showPath(root, path);
  const read = await readJsonFile({ path, place, schema: transcriptFileSchema });
  const facts = await readFacts({ root, index, entry });
  const problems = [...read.problems, ...facts.problems];
  if (read.value === null) return { loaded: null, problems };

  const transcript = assemble({ file: read.value, entry, dataset: name, facts: facts.facts });
  problems.push(...checkSame({ place, what: 'id', value: transcript.id, expected: entry.id }));
  problems.push(...checkCanary(place, read.value.canary, canary));
  problems.push(...checkHash(place, transcript, entry));
  problems.push(...checkReferences(place, transcript));
  problems.push(...checkFacts(facts.place ?? place, transcript));
  return { loaded: { transcript, place, factsPlace: facts.place }, problems };
}

async function readFacts(options: {
  root: string;
  index: DatasetIndex;
  entry: DatasetEntry;
}): Promise<{ facts: Fact[]; place: string | null; problems: Problem[] }> {
  const { root, index, entry } = options;
  if (entry.facts === null) return { facts: [], place: null, problems: [] };
  const path = join(index.folder, entry.facts);
  const place = showPath(root, path);
  const read = await readJsonFile<FactsFile>({ path, place, schema: factsFileSchema });
  if (read.value === null) return { facts: [], place, problems: read.problems };
  const { transcript, canary, facts } = read.value;
  const problems = [
    ...checkSame({ place, what: 'transcript', value: transcript, expected: entry.id }),
    ...checkCanary(place, canary, index.file.canary),
  ];
  return { facts, place, problems };
}

function assemble(parts: {
  file: TranscriptFile;
  entry: DatasetEntry;
  dataset: string;
  facts: Fact[];
}): Transcript {
  const { canary: _canary, ...rest } = parts.file;
  return {
    ...rest,
    dataset: parts.dataset,
    split: parts.entry.split,
    hash: parts.entry.hash,
    facts: parts.facts,
  };
}

function checkHash(place: string, transcript: Transcript, entry: DatasetEntry): Problem[] {
  let hash: string;
  try {
    hash = hashTranscript(transcript);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [datasetProblem(place, 'the JSON is nested too deeply to hash.', 'Flatten it.')];
  }
  if (hash === entry.hash) return [];
  return [
    datasetProblem(
      place,
      `the hash of its messages, tools, usage and pins is ${hash.slice(0, 12)}…, and dataset.json says ${entry.hash.slice(0, 12)}….`,
      'Restore the file; if the change is meant, run: npm run check:datasets -- --update-hashes',
    ),
  ];
}

function checkCanary(place: string, canary: string, expected: string): Problem[] {
  return checkSame({ place, what: 'canary', value: canary, expected });
}

function checkSame(options: {
  place: string;
  what: string;
  value: string;
  expected: string;
}): Problem[] {
  const { place, what, value, expected } = options;
  if (value === expected) return [];
  return [
    datasetProblem(
      place,
      `its ${what} is ${quoteForPeople(value)}, and dataset.json says ${quoteForPeople(expected)}.`,
      'Make the two the same.',
    ),
  ];
}
