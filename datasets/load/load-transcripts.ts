import {
  BenchError,
  closestName,
  type Problem,
  projectRoot,
  type Split,
  type Transcript,
} from '../../harness/index.ts';
import {
  type DatasetIndex,
  type LoadedTranscript,
  readDatasetIndex,
  readTranscript,
} from './dataset.ts';
import { findDatasetFolders } from './folders.ts';
import { hashDataset } from './hash.ts';
import { datasetProblem, quoteForPeople, requestProblem } from './problem.ts';

/**
 * What to load. `root` is the project folder by default; `folders` are dataset folders or their parents (default `datasets`
 * and `sessions`); `names` are ids of transcripts or names of datasets, all where left out; `splits` both where left out.
 */
export interface LoadOptions {
  root?: string;
  folders?: readonly string[];
  names?: readonly string[];
  splits?: readonly Split[];
}

/** What took part of a dataset; `hash` covers the loaded transcripts and their facts. */
export interface LoadedDataset {
  name: string;
  version: string;
  hash: string;
}

/** Everything that could be read, and every problem on the way. `indexes` are the datasets found, chosen or not. */
export interface ReadDatasets {
  loaded: LoadedTranscript[];
  indexes: DatasetIndex[];
  problems: Problem[];
}

/** Loads and verifies transcripts: in the order of their datasets' indexes. Throws with every problem at once: E_DATASET for what the chosen transcripts hold, E_CONFIG for an unknown name or folder. */
export async function loadTranscripts(
  options: LoadOptions = {},
): Promise<{ transcripts: Transcript[]; datasets: LoadedDataset[] }> {
  const { loaded, indexes, problems } = await readDatasets(options);
  if (problems.length > 0) throw new BenchError(problems);
  const transcripts = loaded.map(({ transcript }) => transcript);
  const datasets = indexes.flatMap(({ file }) => {
    const chosen = transcripts.filter((transcript) => transcript.dataset === file.name);
    if (chosen.length === 0) return [];
    const { name, version } = file;
    return [{ name, version, hash: hashDataset({ name, version, transcripts: chosen }) }];
  });
  return { transcripts, datasets };
}

/** As {@link loadTranscripts}, but problems are handed back beside what could be read, for a check that wants to see them all. */
export async function readDatasets(options: LoadOptions = {}): Promise<ReadDatasets> {
  const root = options.root ?? projectRoot();
  const found = await findDatasetFolders({ root, folders: options.folders });
  const problems = [...found.problems];
  const indexes: DatasetIndex[] = [];
  for (const folder of found.folders) {
    const read = await readDatasetIndex(root, folder);
    problems.push(...read.problems);
    if (read.index !== null) indexes.push(read.index);
  }
  problems.push(...checkNames(indexes, options.names), ...checkIndexes(indexes));

  const loaded: LoadedTranscript[] = [];
  for (const index of indexes) {
    for (const entry of index.file.transcripts) {
      if (!isChosen(options, index.file.name, entry)) continue;
      const read = await readTranscript({ root, index, entry });
      problems.push(...read.problems);
      if (read.loaded !== null) loaded.push(read.loaded);
    }
  }
  problems.push(...checkFactIds(loaded));
  return { loaded, indexes, problems };
}

function isChosen(
  options: LoadOptions,
  dataset: string,
  entry: { id: string; split: Split },
): boolean {
  const { names, splits } = options;
  if (splits !== undefined && !splits.includes(entry.split)) return false;
  return names === undefined || names.includes(entry.id) || names.includes(dataset);
}

function checkNames(indexes: readonly DatasetIndex[], names: readonly string[] = []): Problem[] {
  const known = indexes.flatMap(({ file }) => [file.name, ...file.transcripts.map(({ id }) => id)]);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = closestName(name, known);
      const remedy =
        nearest === null
          ? `Known: ${known.length === 0 ? 'none' : known.join(', ')}. A new one is listed by: npm run check:datasets -- --update-hashes`
          : `Did you mean ${quoteForPeople(nearest)}?`;
      return requestProblem(
        'transcripts',
        `no transcript or dataset is named ${quoteForPeople(name)}.`,
        remedy,
      );
    });
}

/** Names of datasets and ids of transcripts are unique over everything that was found. */
function checkIndexes(indexes: readonly DatasetIndex[]): Problem[] {
  const named = indexes.map(({ file, place }) => ({ what: 'dataset', id: file.name, place }));
  const listed = indexes.flatMap(({ file, place }) =>
    file.transcripts.map(({ id }) => ({ what: 'transcript', id, place })),
  );
  return [...repeated(named), ...repeated(listed)];
}

function checkFactIds(loaded: readonly LoadedTranscript[]): Problem[] {
  return repeated(
    loaded.flatMap(({ transcript, place, factsPlace }) =>
      transcript.facts.map(({ id }) => ({ what: 'fact', id, place: factsPlace ?? place })),
    ),
  );
}

function repeated(items: readonly { what: string; id: string; place: string }[]): Problem[] {
  const first = new Map<string, string>();
  return items.flatMap(({ what, id, place }) => {
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, place);
      return [];
    }
    return [
      datasetProblem(
        `${place} ${id}`,
        `the ${what} id is there twice; the other one is in ${before}.`,
        `Give each ${what} an id that is unique over the project.`,
      ),
    ];
  });
}
