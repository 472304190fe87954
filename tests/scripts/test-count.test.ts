import { describe, expect, it } from 'vitest';
import { countTests, formatTestCount } from '../../scripts/test/count.ts';

const result = (passed: number, failed: number, files: object[] = []) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files });

describe('countTests', () => {
  it('takes both counts from the result', () => {
    expect(countTests(result(12, 3), 1)).toEqual({ passed: 12, failed: 3 });
    expect(countTests(result(12, 0), 0)).toEqual({ passed: 12, failed: 0 });
  });

  it('counts a file that could not be loaded', () => {
    const files = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    expect(countTests(result(1, 1, files), 1)).toEqual({ passed: 1, failed: 2 });
  });

  it.each([
    ['no result', null, 0],
    ['a result that is cut off', '{"numPassedTests": 3', 0],
    ['a result of another shape', '{"numPassedTests": "3"}', 0],
    ['null', 'null', 0],
    ['a signal', result(3, 0), null],
    ['an error outside the tests', result(3, 0), 1],
    ['no tests at all', result(0, 0), 0],
  ])('never says 0 failed after %s', (_case, json, exitCode) => {
    expect(countTests(json, exitCode).failed).toBe(1);
  });
});

it('formats the last line plainly', () => {
  expect(formatTestCount({ passed: 7, failed: 0 })).toBe('7 passed, 0 failed');
});
