import { describe, expect, it } from 'vitest';
import { summarizeRun } from '../../../reports/index.ts';
import { cell, failedCell, graded, log, probe } from '../support.ts';

const only = (records: Parameters<typeof log>[0]) => summarizeRun(log(records)).summary[0];

describe('averages', () => {
  it('are taken per transcript first, so that trials of one do not outweigh another', () => {
    const records = [
      cell({ transcript: 't1', trial: 1, facts: ['a'], kept: ['a'] }),
      cell({ transcript: 't1', trial: 2, facts: ['a'], kept: ['a'] }),
      cell({ transcript: 't1', trial: 3, facts: ['a'], kept: ['a'] }),
      cell({ transcript: 't2', facts: ['b'], kept: [] }),
    ];
    expect(only(records)?.survival).toMatchObject({ value: 0.5, n: 2, low: null });
  });

  it('are over compacted cells, and over fallbacks and skips too in the figures of all', () => {
    const row = only([
      cell({ transcript: 't1', facts: ['a', 'b'], kept: ['a'] }),
      cell({
        transcript: 't2',
        status: 'skipped',
        reason: 'under-target',
        facts: ['c'],
        kept: ['c'],
        tokensAfter: 1000,
      }),
      cell({
        transcript: 't3',
        status: 'fallback',
        cause: 'empty',
        step: 'unchanged',
        facts: ['d'],
        kept: ['d'],
        tokensAfter: 1000,
      }),
      failedCell({ transcript: 't4', cause: 'crash', facts: ['e'] }),
    ]);
    expect(row?.survival.value).toBe(0.5);
    expect(row?.survivalAll).toBeCloseTo((0.5 + 1 + 1) / 3, 12);
    expect(row?.counts).toMatchObject({
      cells: 4,
      compacted: 1,
      skipped: 1,
      fallback: 1,
      failed: 1,
    });
    expect(row?.fallbackRate).toBeCloseTo(1 / 3, 12);
  });

  it('of a control are over its cells whatever their status', () => {
    const row = only([
      cell({
        compactor: 'identity',
        role: 'ceiling',
        status: 'skipped',
        reason: 'would-change-nothing',
        kept: ['a'],
        tokensAfter: 1000,
      }),
    ]);
    expect(row?.survival.value).toBe(1);
    expect(row?.reduction.value).toBe(0);
  });

  it('of a replay are over the last round', () => {
    const round = (n: number, kept: string[]) =>
      cell({ mode: 'replay', round: n, facts: ['a', 'b'], kept, compactionKey: 'k', pairKey: 'p' });
    const row = only([round(1, ['a', 'b']), round(2, ['a']), round(3, [])]);
    expect(row?.survival.value).toBe(0);
    expect(row?.counts.cells).toBe(1);
  });

  it('have an interval from 8 transcripts on, by Student t over transcripts', () => {
    const shares = [0.5, 0.75, 1, 0.25, 0.5, 0.75, 1, 0.5];
    const records = shares.map((share, index) => {
      const facts = [1, 2, 3, 4].map((n) => `t${index}-f${n}`);
      return cell({ transcript: `t${index}`, facts, kept: facts.slice(0, share * 4) });
    });
    // SciPy 1.17.1: stats.t.interval(0.95, 7, loc=mean, scale=sem) = (0.4345665, 0.8779335)
    const { value, low, high, n } = only(records)?.survival ?? {};
    expect([value, n]).toEqual([0.65625, 8]);
    expect(low).toBeCloseTo(0.4345665, 6);
    expect(high).toBeCloseTo(0.8779335, 6);
    expect(only(records.slice(1))?.survival).toMatchObject({ low: null, high: null, n: 7 });
  });

  it('leave guessable and unanswerable probes out of the core recall, for every compactor alike', () => {
    const facts = ['easy', 'hard', 'good'];
    const make = (compactor: string, role: string, right: string[]) => {
      const record = cell({ compactor, role, facts, kept: facts });
      return [
        record,
        graded(
          record,
          facts.map((id) => probe(id, right.includes(id) ? 'right' : 'wrong')),
        ),
      ];
    };
    const summary = summarizeRun(
      log([
        ...make('identity', 'ceiling', ['easy', 'good']),
        ...make('drop-all', 'floor', ['easy']),
        ...make('sliding-window', 'strategy', ['easy', 'hard']),
      ]),
    );
    expect(summary.guessable.map((note) => note.factId)).toEqual(['easy']);
    expect(summary.unanswerable.map((note) => note.factId)).toEqual(['hard']);
    const row = summary.summary.find(({ group }) => group.compactor === 'sliding-window');
    expect(row?.recall.value).toBeCloseTo(2 / 3, 12);
    expect(row?.recallCore.value).toBe(0);
    expect(row?.recallNormalised).toBeCloseTo((2 / 3 - 1 / 3) / (2 / 3 - 1 / 3), 12);
  });
});
