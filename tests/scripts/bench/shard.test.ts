import { describe, expect, it } from 'vitest';
import { parseShard, takeShard } from '../../../scripts/bench/shard.ts';

describe('parseShard', () => {
  it('reads i/n', () => {
    expect(parseShard('2/4')).toEqual({ index: 2, count: 4 });
  });

  it.each(['0/4', '5/4', '1', '1/0', 'a/b', '-1/2', '1.5/2'])('refuses %s', (text) => {
    expect(parseShard(text)).toMatchObject({ code: 'E_CONFIG', place: '--shard' });
  });
});

it('parts are disjoint, and all of it together', () => {
  const items = Array.from({ length: 11 }, (_, index) => index);
  const parts = [1, 2, 3].map((index) => takeShard(items, { index, count: 3 }));
  expect(parts.map(({ length }) => length)).toEqual([4, 4, 3]);
  expect(parts.flat().sort((a, b) => a - b)).toEqual(items);
});
