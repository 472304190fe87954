import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BenchError, type Transcript } from '../../harness/index.ts';
import { factsFileSchema, transcriptFileSchema } from './file-schema.ts';
import { hashTranscript } from './hash.ts';
import { readJsonFile } from './read-file.ts';

/**
 * Loads one `*.transcript.json` on its own, with the facts of the `<id>.facts.json` beside it where there is one. It is not
 * checked against a dataset's index. Throws E_DATASET with every problem of both files.
 */
export async function loadTranscriptFile(path: string): Promise<Transcript> {
  const read = await readJsonFile({ path, place: path, schema: transcriptFileSchema });
  if (read.value === null) throw new BenchError(read.problems);
  const { canary: _canary, ...transcript } = read.value;
  const factsPath = join(dirname(path), `${transcript.id}.facts.json`);
  const facts = existsSync(factsPath)
    ? await readJsonFile({ path: factsPath, place: factsPath, schema: factsFileSchema })
    : { value: { facts: [] }, problems: [] };
  if (facts.value === null) throw new BenchError(facts.problems);
  return {
    ...transcript,
    dataset: '',
    split: 'dev',
    hash: hashTranscript({ ...transcript }),
    facts: facts.value.facts,
  };
}
