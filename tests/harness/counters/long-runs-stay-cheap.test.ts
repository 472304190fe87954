import { describe, expect, it } from 'vitest';
import { createBpeCounter } from '../../../harness/counters/bpe.ts';
import { MAX_RUN, splitLongRuns } from '../../../harness/counters/split-runs.ts';

describe('splitLongRuns', () => {
  it('leaves ordinary text whole, however long', () => {
    const text = 'some words, 123 and more\n'.repeat(2000);
    expect(splitLongRuns(text)).toEqual([text]);
  });

  it.each(['a', '=', ' ', '中', '😀', '𠀀'])('cuts a run of %j between characters', (character) => {
    const text = `start ${character.repeat(5000)} end`;
    const pieces = splitLongRuns(text);
    expect(pieces.join('')).toBe(text);
    expect(pieces.length).toBe(3);
    for (const piece of pieces) {
      expect(piece).not.toMatch(/\p{Surrogate}/u);
      expect([...piece].length).toBeLessThanOrEqual(MAX_RUN + 10);
    }
  });
});

describe('a byte-pair counter', () => {
  it('is exact until a run is split, and says so afterwards', () => {
    const counter = createBpeCounter('o200k_base');
    expect(counter.countText('hello world')).toBe(2);
    expect(counter.approximate).toBe(false);
    // 100,000 characters in one piece take a quarter of a minute; in pieces of 2,000 every 8 letters are one token.
    expect(counter.countText('a'.repeat(100_000))).toBe(12_500);
    expect(counter.approximate).toBe(true);
  });

  it('reads the names of special tokens as text', () => {
    const counter = createBpeCounter('o200k_base');
    expect(counter.countText('<|endoftext|>')).toBe(7);
    expect(counter.countText('a <|endoftext|> b')).toBeGreaterThan(7);
  });

  it('counts nothing for an empty text or list', () => {
    const counter = createBpeCounter('cl100k_base');
    expect(counter.countText('')).toBe(0);
    expect(counter.count([])).toBe(0);
    expect(counter.approximate).toBe(false);
  });
});
