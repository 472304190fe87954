import { expect, test } from 'vitest';
import { templateOf, valuesIn, wordOverlap } from '../../../datasets/check/words.ts';

test('questions that differ in their values alone have one template', () => {
  const questions = [
    'Which port does the api-1 service use?',
    'Which port does the db/main service use?',
    'Which port does the `worker` service use?',
    'Which port does the Gannet service use?',
  ];
  expect(new Set(questions.map(templateOf))).toEqual(
    new Set(['which port does the # service use']),
  );
  expect(templateOf('Which host does the api-1 service use?')).not.toBe(
    templateOf(questions[0] ?? ''),
  );
});

test('values of a sentence are what is quoted or looks like a name, a number or a path', () => {
  expect(valuesIn('It is "the east wing", see conf/main.toml (port 8080), not fooBar.')).toEqual([
    'the east wing',
    'conf/main.toml',
    '8080',
    'fooBar',
  ]);
  expect(valuesIn('The payments team.')).toEqual([]);
});

test('overlap counts shared words, whatever their case and punctuation', () => {
  expect(wordOverlap('Which file?', 'which FILE')).toBe(1);
  expect(wordOverlap('Which file is it?', 'Name the file')).toBeCloseTo(1 / 6);
});
