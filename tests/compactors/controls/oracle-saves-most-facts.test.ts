import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solveKnapsack } from '../../../compactors/controls/knapsack.ts';
import { chooseUnits } from '../../../compactors/controls/oracle-choice.ts';
import { Coverage } from '../../../compactors/controls/oracle-coverage.ts';
import { createCompactor } from '../../../compactors/index.ts';
import { BenchError, type Fact, type Message, survival } from '../../../harness/index.ts';
import { contextOf, createRequest } from '../../support/request.ts';
import { assistant, fact, step, system, user } from '../../support/transcripts.ts';

/** All subsets of the first n positions. */
function subsets(n: number): number[][] {
  return Array.from({ length: 2 ** n }, (_, mask) =>
    Array.from({ length: n }, (_, i) => i).filter((i) => mask & (1 << i)),
  );
}

describe('the knapsack', () => {
  it('is as good as trying every choice', () => {
    const items = fc.array(fc.record({ weight: fc.nat(20), value: fc.nat(4) }), { maxLength: 8 });
    fc.assert(
      fc.property(items, fc.nat(60), (list, capacity) => {
        const worth = (choice: number[]): number =>
          choice.reduce((sum, i) => sum + (list[i]?.value ?? 0), 0);
        const weight = (choice: number[]): number =>
          choice.reduce((sum, i) => sum + (list[i]?.weight ?? 0), 0);
        const best = Math.max(
          ...subsets(list.length)
            .filter((c) => weight(c) <= capacity)
            .map(worth),
        );
        const ours = solveKnapsack(list, capacity);
        expect(weight(ours)).toBeLessThanOrEqual(capacity);
        expect(worth(ours)).toBe(best);
      }),
      { numRuns: 300, seed: 4 },
    );
  });
});

describe('the choice of units', () => {
  const VALUES = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'];
  const instance = fc.record({
    units: fc.array(
      fc.record({ values: fc.subarray(VALUES), weight: fc.integer({ min: 1, max: 20 }) }),
      { minLength: 1, maxLength: 7 },
    ),
    facts: fc.array(
      fc.record({ values: fc.subarray(VALUES, { minLength: 1, maxLength: 2 }), all: fc.boolean() }),
      { minLength: 1, maxLength: 6 },
    ),
    capacity: fc.nat(50),
  });

  it('fits, and is the best choice in nearly every case', () => {
    let cases = 0;
    let optimal = 0;
    fc.assert(
      fc.property(instance, ({ units, facts, capacity }) => {
        const texts = units.map(({ values }, i): Message[] => [user(`u${i}`, values.join(' '))]);
        const list = facts.map(
          ({ values, all }, i): Fact => fact(`f${i}`, all ? { allOf: values } : { anyOf: values }),
        );
        const weights = units.map((unit) => unit.weight);
        const survivors = (choice: number[]): number =>
          survival(
            choice.flatMap((i) => texts[i] ?? []),
            list,
          ).filter((f) => f.survived).length;
        const weigh = (choice: number[]): number =>
          choice.reduce((sum, i) => sum + (weights[i] ?? 0), 0);

        const coverage = new Coverage(list, [], texts);
        const ours = chooseUnits({ weights, capacity, coverage });
        const best = Math.max(
          ...subsets(units.length)
            .filter((c) => weigh(c) <= capacity)
            .map(survivors),
        );
        expect(weigh(ours)).toBeLessThanOrEqual(capacity);
        expect(coverage.count()).toBe(survivors(ours));
        expect(best - survivors(ours)).toBeLessThanOrEqual(2);
        cases++;
        if (survivors(ours) === best) optimal++;
      }),
      { numRuns: 300, seed: 11 },
    );
    expect(optimal / cases).toBeGreaterThan(0.95);
  });
});

describe('oracle-keep', () => {
  const messages = [
    system('s', 'rules'),
    user('u1', 'look for the port'),
    ...step('c1', `${'noise '.repeat(300)} port 8123`),
    assistant('a1', 'the commit is 4be1d20'),
    user('u2', 'go on'),
    ...step('c2', `${'noise '.repeat(300)} and nothing`),
    ...step('c3', 'ok'),
  ];
  const facts = [fact('port', { allOf: ['8123'] }), fact('commit', { allOf: ['4be1d20'] })];
  const oracle = createCompactor({ name: 'oracle-keep', facts });

  it('keeps the facts it can, and what every strategy must keep', async () => {
    const context = contextOf(await oracle.compact(createRequest(messages, { targetTokens: 60 })));
    expect(context?.messages.map(({ id }) => id)).toEqual(['s', 'a1', 'u2', 'c3', 'c3-r']);
    const more = contextOf(await oracle.compact(createRequest(messages, { targetTokens: 600 })));
    expect(more?.messages.map(({ id }) => id)).toEqual([
      's',
      'c1',
      'c1-r',
      'a1',
      'u2',
      'c3',
      'c3-r',
    ]);
  });

  it('has a hash of its facts among its params, and nothing of the facts themselves', () => {
    const other = createCompactor({ name: 'oracle-keep', facts: facts.slice(1) });
    expect(oracle.params.facts).toMatch(/^[0-9a-f]{64}$/);
    expect(other.params.facts).not.toBe(oracle.params.facts);
    expect(JSON.stringify(oracle)).not.toContain('8123');
  });

  it('cannot be made without facts', () => {
    expect(() => createCompactor({ name: 'oracle-keep' })).toThrow(BenchError);
  });
});
