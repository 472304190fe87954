import { expect, test } from 'vitest';
import { checkDatasets, loadTranscripts } from '../../../datasets/index.ts';
import {
  createCounter,
  createPromptfooGrader,
  createVirtualClock,
  formatProblem,
} from '../../../harness/index.ts';
import { createFloor } from '../../../scripts/check-datasets/floor.ts';

test('the committed datasets break no rule', async () => {
  const counter = createCounter('o200k_base');
  const grader = createPromptfooGrader({ clock: createVirtualClock() });
  const { problems, balance } = await checkDatasets({
    folders: ['datasets'],
    counter,
    grader,
    floor: createFloor(counter),
  });
  expect(problems.map(formatProblem)).toEqual([]);
  const { transcripts } = await loadTranscripts({ folders: ['datasets'] });
  expect(transcripts.length).toBeGreaterThan(0);
  expect(balance.facts).toBe(transcripts.reduce((sum, { facts }) => sum + facts.length, 0));
});
