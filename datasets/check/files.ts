import { readdir } from 'node:fs/promises';
import type { Problem } from '../../harness/index.ts';
import type { DatasetIndex } from '../load/dataset.ts';
import { datasetProblem, quoteForPeople } from '../load/problem.ts';

/** A canary holds an id that no other text has. */
const CANARY_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** A dataset's folder is whole: its card is there, its canary is one, and every transcript and facts file in it is listed. */
export async function checkFiles(index: DatasetIndex): Promise<Problem[]> {
  const files = await readdir(index.folder);
  const { card, canary, transcripts } = index.file;
  const problems: Problem[] = [];
  if (!files.includes(card)) {
    problems.push(
      datasetProblem(
        index.place,
        `the card ${quoteForPeople(card)} is not in the folder.`,
        'Write the card: where the transcripts come from, how they were made, under which licence.',
      ),
    );
  }
  if (!CANARY_ID.test(canary)) {
    problems.push(
      datasetProblem(
        index.place,
        'its canary holds no unique id.',
        'Use a sentence with a random UUID, the same in every file.',
      ),
    );
  }
  const listed = new Set(transcripts.flatMap(({ file, facts }) => [file, facts]));
  for (const file of files.filter((name) => /\.(?:transcript|facts)\.json$/.test(name)).sort()) {
    if (listed.has(file)) continue;
    problems.push(
      datasetProblem(
        `${index.place.replace(/dataset\.json$/, '')}${file}`,
        'dataset.json does not list it.',
        `Run: npm run check:datasets -- --update-hashes${file.endsWith('.facts.json') ? ' (a facts file needs the transcript beside it)' : ''}`,
      ),
    );
  }
  return problems;
}
