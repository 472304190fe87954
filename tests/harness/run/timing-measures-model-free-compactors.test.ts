import { describe, expect, it } from 'vitest';
import { createCounter, createRealClock, timeCompactors } from '../../../harness/index.ts';
import { inlineSource, keeping, smallTranscript, textMessage } from '../support/small-run.ts';

const large = smallTranscript({
  id: 'large',
  messages: Array.from({ length: 60 }, (_, index) =>
    textMessage(`m${index}`, index % 2 === 0 ? 'user' : 'assistant', 'word '.repeat(100)),
  ),
});

function options() {
  const calls = new Map<string, number>();
  const counted = (name: string, needsModel = false, fails = false) =>
    inlineSource({
      name,
      needsModel,
      compact: (request) => {
        const key = `${name} ${request.task}`;
        calls.set(key, (calls.get(key) ?? 0) + 1);
        if (fails) throw new Error('broken');
        return keeping('m0')(request);
      },
    });
  return {
    calls,
    compactors: [counted('plain'), counted('with-model', true), counted('broken', false, true)],
    transcripts: [smallTranscript(), smallTranscript({ id: 'copy' }), large],
    counter: createCounter('o200k_base'),
    budgetRatio: 0.5,
    seed: 1,
    clock: createRealClock(),
    signal: new AbortController().signal,
  };
}

describe('timeCompactors', () => {
  it('times model-free compactors on the largest transcript of each size class, a fixed number of times', async () => {
    const { calls, ...rest } = options();
    const records = await timeCompactors(rest);
    expect(
      records.map(({ compactor, sizeClass, transcript }) => [compactor, sizeClass, transcript]),
    ).toEqual([
      ['plain', 'small', 'copy'],
      ['plain', 'medium', 'large'],
    ]);
    for (const { measured } of records) {
      const sorted = measured.samplesMs.toSorted((a, b) => a - b);
      expect(sorted).toHaveLength(10);
      expect(sorted[0]).toBeGreaterThan(0);
      expect(measured.p50Ms).toBeGreaterThanOrEqual(sorted[4] ?? 0);
      expect(measured.p50Ms).toBeLessThanOrEqual(sorted[5] ?? 0);
      expect(measured.p95Ms).toBeGreaterThanOrEqual(sorted[8] ?? 0);
      expect(measured.p95Ms).toBeLessThanOrEqual(sorted[9] ?? 0);
    }
    expect(calls.get('plain copy#1')).toBe(12);
    expect([...calls.keys()].some((key) => key.startsWith('with-model'))).toBe(false);
  });

  it('does not time again what is done', async () => {
    const { calls, ...rest } = options();
    const done = await timeCompactors(rest);
    calls.clear();
    expect(await timeCompactors({ ...rest, done })).toEqual([]);
    expect(calls.get('plain copy#1')).toBeUndefined();
  });
});
