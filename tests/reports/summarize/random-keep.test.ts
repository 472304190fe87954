import { describe, expect, it } from 'vitest';
import { summarizeRun } from '../../../reports/index.ts';
import { cell, log } from '../support.ts';

const FACTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const keep = (compactor: string, role: string, ratio: number, share: number, over = {}) =>
  cell({
    compactor,
    role,
    budgetRatio: ratio,
    targetTokens: ratio * 1000,
    tokensAfter: ratio * 1000,
    facts: FACTS,
    kept: FACTS.slice(0, Math.round(share * 10)),
    ...over,
  });
const RANDOM = [
  keep('random-keep', 'random', 0.2, 0.2),
  keep('random-keep', 'random', 0.2, 0.4, { trial: 2 }),
  keep('random-keep', 'random', 0.4, 0.5),
];

const compare = (own: ReturnType<typeof cell>, others = RANDOM) =>
  summarizeRun(log([own, ...others])).random[0];

describe('a strategy against random-keep', () => {
  it('is compared at the tokens that it really kept, seeds averaged', () => {
    const row = compare(keep('x', 'strategy', 0.2, 0.5, { tokensAfter: 300 }));
    // Random: 0.3 at 20 %, 0.5 at 40 %, so 0.4 at 30 %.
    expect(row?.difference.value).toBeCloseTo(0.1, 12);
    expect(row?.interpolated).toBe(1);
  });

  it('is flagged where it does not beat it', () => {
    const own = keep('x', 'strategy', 0.2, 0.3);
    expect(compare(own)?.finding).toBe('does-not-beat');
    expect(summarizeRun(log([own, ...RANDOM])).warnings.map(({ code }) => code)).toContain(
      'not-beating-random',
    );
  });

  it('is not called better than chance on one transcript', () => {
    expect(compare(keep('x', 'strategy', 0.2, 0.9))?.finding).toBe('not-shown');
  });

  it('is called better on ten', () => {
    const all = Array.from({ length: 10 }, (_, t) => {
      const transcript = `t${t}`;
      return [
        keep('x', 'strategy', 0.2, 0.8 + 0.1 * (t % 2), { transcript }),
        keep('random-keep', 'random', 0.2, 0.3, { transcript }),
      ];
    }).flat();
    expect(summarizeRun(log(all)).random[0]?.finding).toBe('beats');
  });

  it('is not compared beyond the measured range, but the ceiling ends the curve', () => {
    const own = keep('x', 'strategy', 0.7, 0.9);
    expect(compare(own)?.finding).toBe('not-comparable');
    const ceiling = keep('identity', 'ceiling', 0.7, 1, { tokensAfter: 1000 });
    expect(compare(own, [...RANDOM, ceiling])?.difference.value).toBeCloseTo(0.9 - 0.75, 12);
  });
});
