import { describe, expect, it } from 'vitest';
import { checkAssertion } from '../../../harness/index.ts';

describe('checkAssertion', () => {
  it.each([
    { type: 'contains', value: '8080' },
    { type: 'not-icontains-any', value: ['a', 'b'] },
    { type: 'equals', value: 42 },
    { type: 'regex', value: '\\b40(\\.0)?\\b' },
    { type: 'levenshtein', value: 'port', threshold: 2 },
    { type: 'llm-rubric', value: 'names the port', threshold: 0.7 },
    { type: 'factuality', value: 'The port is 8080.' },
  ])('allows $type', (assertion) => {
    expect(checkAssertion(assertion)).toEqual([]);
  });

  it.each([
    [
      { type: 'javascript', value: 'process.exit()' },
      'assertion type "javascript" is not allowed.',
    ],
    [{ type: 'python', value: 'x' }, 'assertion type "python" is not allowed.'],
    [{ type: 'webhook', value: 'https://example.com' }, 'assertion type "webhook" is not allowed.'],
    [{ type: 'similar', value: 'x' }, 'assertion type "similar" is not allowed.'],
    [{ type: 'not-factuality', value: 'x' }, 'assertion type "not-factuality" is not allowed.'],
    [{ type: '__proto__', value: 'x' }, 'assertion type "__proto__" is not allowed.'],
    [
      { type: 'containss', value: 'x' },
      'assertion type "containss" is not allowed; did you mean "contains"?',
    ],
    [{ type: 'contains' }, 'contains needs a text of at most 2000 characters.'],
    [{ type: 'contains', value: '' }, 'contains needs a text of at most 2000 characters.'],
    [{ type: 'contains', value: ['a'] }, 'contains needs a text of at most 2000 characters.'],
    [{ type: 'contains-any', value: 'a,b' }, 'contains-any needs a list of texts.'],
    [
      { type: 'contains-all', value: ['a', ''] },
      'contains-all has a value that is no text, empty or too long.',
    ],
    [{ type: 'regex', value: '(a+)+$' }, 'regex repeats a group that repeats inside.'],
    [{ type: 'contains', value: 'a', threshold: 1 }, 'contains has no threshold.'],
    [
      { type: 'llm-rubric', value: 'a', threshold: 7 },
      'the threshold of llm-rubric must be from 0 to 1.',
    ],
  ])('refuses %j', (assertion, fault) => {
    expect(checkAssertion(assertion)).toEqual([fault]);
  });

  it('refuses what is no regular expression', () => {
    expect(checkAssertion({ type: 'regex', value: '(?i)x(' })[0]).toMatch(
      /^regex is no regular expression/,
    );
  });
});
