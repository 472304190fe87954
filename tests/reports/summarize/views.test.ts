import { describe, expect, it } from 'vitest';
import { summarizeRun } from '../../../reports/index.ts';
import { cell, factInfo, graded, log, probe } from '../support.ts';

const FACTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** Keeps a share of ten facts at a share of the tokens. */
function point(compactor: string, budgetRatio: number, share: number, over = {}) {
  return cell({
    compactor,
    budgetRatio,
    targetTokens: budgetRatio * 1000,
    tokensAfter: budgetRatio * 1000,
    facts: FACTS,
    kept: FACTS.slice(0, share * 10),
    ...over,
  });
}

describe('at equal tokens kept', () => {
  const summary = summarizeRun(
    log([point('x', 0.2, 0.2), point('x', 0.4, 0.6), point('y', 0.2, 0.5), point('y', 0.3, 0.7)]),
  );
  const at = (compactor: string, kept: number) =>
    summary.budgetCurve.find((row) => row.group.compactor === compactor && row.kept === kept);

  it('a strategy is read between its budgets, and says so', () => {
    expect(at('x', 0.3)?.survival.value).toBeCloseTo(0.4, 12);
    expect(at('x', 0.3)?.interpolated).toBe(1);
    expect(at('x', 0.2)).toMatchObject({ interpolated: 0, survival: { value: 0.2, n: 1 } });
  });

  it('no curve is extended', () =>
    expect(at('y', 0.4)?.survival).toMatchObject({ value: null, n: 0 }));

  it('needs two budgets', () => {
    expect(summarizeRun(log([point('x', 0.2, 0.2)])).budgetCurve).toEqual([]);
  });
});

describe('Pareto fronts', () => {
  it('hold the rows that no other row beats on both axes', () => {
    const summary = summarizeRun(
      log([
        point('cheap', 0.1, 0.3, { costUsd: 0.01 }),
        point('good', 0.4, 0.8, { costUsd: 0.02 }),
        point('beaten', 0.5, 0.7, { costUsd: 0.03 }),
        point('identity', 1, 1, { role: 'ceiling' }),
      ]),
    );
    const front = (cost: string) =>
      summary.pareto
        .filter((row) => row.cost === cost && row.onFront)
        .map((row) => row.group.compactor);
    expect(front('tokens kept')).toEqual(['cheap', 'good']);
    expect(front('money')).toEqual(['cheap', 'good']);
    expect(front('latency')).toEqual([]);
  });

  it('never set latencies of two clocks against each other', () => {
    const summary = summarizeRun(
      log([
        point('slow', 0.2, 0.3, { model: 'm', clock: 'virtual', latencyMs: 900, calls: [] }),
        point('fast', 0.2, 0.8, { model: 'm', clock: 'real', latencyMs: 5 }),
      ]),
    );
    const latencies = summary.pareto.filter((row) => row.cost === 'latency');
    expect(latencies.every((row) => row.onFront)).toBe(true);
  });
});

describe('replay', () => {
  const kinds = { a: 'path', b: 'path', c: 'number', d: 'number' } as const;
  const round = (n: number, told: string[], kept: string[]) =>
    cell({
      mode: 'replay',
      round: n,
      facts: told,
      kept,
      compactionKey: 'k',
      pairKey: `p${n}`,
      extra: { tokensSent: 900, tokensSentUncompacted: 2000 },
    });
  const records = [
    round(1, ['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd']),
    round(2, ['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'c', 'e']),
    round(3, ['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'e']),
  ];
  const facts = Object.entries(kinds).map(([id, kind]) => factInfo(id, 't1', { kind }));
  const summary = summarizeRun(log(records, { facts }));

  it('decays by round; the facts of the first round are followed apart', () => {
    expect(summary.decay.map((row) => [row.round, row.survival, row.firstRoundSurvival])).toEqual([
      [1, 1, 1],
      [2, 0.8, 0.75],
      [3, 0.6, 0.5],
    ]);
  });

  it('names the round at which a kind falls off', () => {
    expect(summary.sessions[0]?.cliffs).toEqual([{ kind: 'number', round: 3 }]);
    expect(summary.sessions[0]).toMatchObject({
      compactions: 3,
      tokensSent: 900,
      tokensSentUncompacted: 2000,
    });
  });
});

describe('continuation', () => {
  it('counts what was right of each part of the next step', () => {
    const record = cell({ mode: 'continuation', facts: ['a'], kept: ['a'] });
    const probes = [
      probe('t1:next-step-tool', 'right', { kind: 'open-task' }),
      probe('t1:next-step-target', 'wrong', { kind: 'open-task' }),
      probe('t1:next-step-no-redo', 'no-recording', { kind: 'done-task' }),
    ];
    const { nextSteps } = summarizeRun(log([record, graded(record, probes)]));
    expect(
      nextSteps.map(({ part, right, scored, unscored }) => [part, right, scored, unscored]),
    ).toEqual([
      ['tool', 1, 1, 0],
      ['target', 0, 1, 0],
      ['no-redo', 0, 0, 1],
    ]);
  });
});
