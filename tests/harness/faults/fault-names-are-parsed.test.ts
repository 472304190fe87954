import { expect, test } from 'vitest';
import {
  expandFaults,
  FAULT_NAMES,
  formatFault,
  parseFault,
} from '../../../harness/faults/index.ts';

test('a fault is read and written in the same words', () => {
  for (const text of ['none', '500:always', '429-retry-after:first-2', 'hang:first-12']) {
    expect(formatFault(parseFault(text))).toBe(text);
  }
  expect(formatFault(parseFault('500'))).toBe('500:always');
  expect(parseFault('reset-during:first-3')).toEqual({
    name: 'reset-during',
    schedule: { first: 3 },
  });
});

test('all is none and every fault, and nothing stands twice', () => {
  expect(expandFaults(['all'])).toEqual(['none', ...FAULT_NAMES.map((name) => `${name}:always`)]);
  expect(expandFaults(['500', 'none', '500:always', '500:first-1'])).toEqual([
    '500:always',
    'none',
    '500:first-1',
  ]);
});

test('every text that is no fault is reported at once, with what was meant', () => {
  expect(() => expandFaults(['hangg', 'slow:first-0', 'slow:twice', '429:first-2'])).toThrow(
    /E_CONFIG fault hangg: .*Did you mean hang\?[\s\S]*fault slow:first-0: has no schedule "first-0"[\s\S]*slow:twice/,
  );
});
