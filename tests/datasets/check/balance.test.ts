import { expect, test } from 'vitest';
import { sizeClassOf, summarizeBalance } from '../../../datasets/check/balance.ts';
import { listShortfalls, renderBalance } from '../../../datasets/index.ts';
import { createCounter, type Transcript } from '../../../harness/index.ts';
import { createSmallDataset } from '../support/small-dataset.ts';

const { transcript, facts } = createSmallDataset();
const small = {
  ...transcript,
  dataset: 'small',
  split: 'dev',
  hash: '',
  facts: facts.facts,
} as unknown as Transcript;
const balance = summarizeBalance([small], createCounter('o200k_base'));

test('size classes end at 5,000, 40,000 and 120,000 tokens', () => {
  expect([5_000, 5_001, 40_000, 40_001, 120_000, 120_001].map(sizeClassOf)).toEqual([
    'short',
    'medium',
    'medium',
    'long',
    'long',
    'huge',
  ]);
});

test('the balance counts kinds, carriers, tenths, splits and sizes', () => {
  expect(renderBalance(balance)).toMatchSnapshot();
});

test('what the set still lacks is listed, one line each', () => {
  const lines = listShortfalls(balance);
  expect(lines.slice(0, 3)).toEqual(['transcripts: 1 of 24', 'facts: 6 of 600', 'domains: 1 of 6']);
  expect(lines).toContain('facts of the kind error: 1 of 30');
  expect(lines).toContain('facts in tenth 10: 0 of 1');
});
