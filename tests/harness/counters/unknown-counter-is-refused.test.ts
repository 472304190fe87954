import { expect, it } from 'vitest';
import { BenchError, createCounter } from '../../../harness/index.ts';

it('names the value, the place and what was most likely meant', () => {
  expect(() => createCounter('o200k-base')).toThrow(BenchError);
  expect(() => createCounter('o200k-base')).toThrowErrorMatchingInlineSnapshot(
    `[BenchError: E_CONFIG counter: There is no token counter "o200k-base". Did you mean "o200k_base"? Known: o200k_base, cl100k_base, approximate.]`,
  );
});
