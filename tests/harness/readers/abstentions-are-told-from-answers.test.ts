import { expect, it } from 'vitest';
import { isAbstention } from '../../../harness/index.ts';

it.each([
  'not known',
  'Not known.',
  '  **Not known**  ',
  '"not known"',
  'Answer: not known',
  'It is not known.',
  'Unknown',
  'Not mentioned in the record.',
  'The record does not say.',
  'The record doesn’t say which port the host uses.',
  'The conversation record does not mention the owner.',
  "I don't know.",
  'Sorry, but I cannot determine the answer from the record.',
  'There is no information about the owner.',
  'N/A',
  '',
])('%j says that it is not known', (answer) => {
  expect(isAbstention(answer)).toBe(true);
});

it.each([
  'error: unknown option --foo',
  'unknown option --foo',
  'Not known to fail, port 8080',
  'No, it must not be pushed.',
  'It is not pushed before Fulmar has reviewed it.',
  'The cause is known: a shared dict.',
  'The record is in report/large.csv',
  'None',
  'No',
  'not yet',
  'The file does not contain a limit; the default of 6 holds.',
  'Not stated\nBUG-4711 is the ticket',
  '0',
])('%j is an answer', (answer) => {
  expect(isAbstention(answer)).toBe(false);
});
