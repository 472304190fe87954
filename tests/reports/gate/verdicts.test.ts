import { describe, expect, it } from 'vitest';
import { gateExitCode, gateRuns } from '../../../reports/index.ts';
import { failedCell } from '../support.ts';
import { run } from './support.ts';

const gate = (candidate = run(), baseline = run()) => gateRuns({ baseline, candidate });
/** Every compactor keeps a quarter less. */
const losesAQuarter = (_c: string, _t: number, fact: number) => fact % 4 !== 0 && fact % 3 !== 0;

describe('the gate', () => {
  it('passes a run against itself, with a difference of exactly 0', () => {
    const result = gate();
    expect([result.verdict, result.reasons, gateExitCode(result)]).toEqual(['pass', [], 0]);
    for (const finding of result.overall) {
      expect(finding.difference.unchanged).toBe(true);
      expect(finding.difference.difference.value).toBe(0);
    }
  });

  it.each([1, 2, 3, 7])(
    'passes a run of %i transcripts against itself, although it has no interval',
    (transcripts) => {
      expect(gate(run({ transcripts }), run({ transcripts })).verdict).toBe('pass');
    },
  );

  it('passes a new version that changes nothing', () => {
    const result = gate(run({ change: () => ({ compactorVersion: 2 }) }));
    expect(result.verdict).toBe('pass');
    expect(result.notes.join(' ')).toContain('sliding-window 1 -> 2');
  });

  it.each([1, 2])(
    'fails a loss of a quarter of the facts, under version %i',
    (compactorVersion) => {
      const result = gate(run({ keep: losesAQuarter, change: () => ({ compactorVersion }) }));
      expect([result.verdict, gateExitCode(result)]).toEqual(['fail', 1]);
      const survival = result.reasons.find((reason) =>
        reason.sentence.startsWith('survival over all'),
      );
      expect(survival?.sentence).toMatch(
        /^survival over all compactors changed by -25\.0 points \[-25\.0, -25\.0\] over 10 transcripts; a loss of 2 points is allowed\. Newly lost: t1-f15 \(error, "quote of t1-f15"\); .*; and 45 more\.$/,
      );
    },
  );

  it('fails one bad compactor of forty, which the overall figures would hide', () => {
    const compactors = Array.from({ length: 40 }, (_, index) => `c${index}`);
    const keep = (compactor: string, t: number, fact: number) =>
      fact % 4 !== 0 && !(compactor === 'c7' && (fact + t) % 4 === 1);
    const result = gate(run({ compactors, keep }), run({ compactors }));
    const overall = result.overall.find((finding) => finding.difference.metric === 'survival');
    expect(overall?.verdict).toBe('pass');
    expect(result.verdict).toBe('fail');
    expect(result.reasons[0]?.sentence).toMatch(
      /^survival of c7 changed by .* p = 0\.011 after Holm/,
    );
  });

  it('is inconclusive about a doubtful loss, and says what it would take', () => {
    const keep = (_c: string, t: number, fact: number) =>
      fact % 4 !== 0 && !(t % 2 === 0 && fact === 1);
    const result = gate(run({ keep }));
    expect([result.verdict, gateExitCode(result)]).toEqual(['inconclusive', 3]);
    expect(result.reasons[0]?.sentence).toMatch(/it would take about \d+ more transcripts/);
  });

  it('is inconclusive about a small loss under 8 transcripts, where there is no interval', () => {
    const keep = (_c: string, t: number, fact: number) =>
      fact % 4 !== 0 && !(t === 1 && fact === 1);
    const result = gate(run({ transcripts: 3, keep }), run({ transcripts: 3 }));
    expect(result.verdict).toBe('inconclusive');
    expect(result.reasons[0]?.sentence).toContain('under 8 transcripts there is no interval');
  });

  it('fails an evident loss under 8 transcripts', () => {
    const result = gate(run({ transcripts: 3, keep: losesAQuarter }), run({ transcripts: 3 }));
    expect(result.verdict).toBe('fail');
  });

  it('passes a gain', () => {
    const result = gate(run({ keep: () => true }));
    expect(result.verdict).toBe('pass');
    expect(result.gained).toHaveLength(50);
    expect(result.lost).toEqual([]);
  });

  it('fails a lost pin in one cell of a model-free compactor', () => {
    const result = gate(
      run({
        change: (c, t) =>
          c === 'sliding-window' && t === 4 ? { pins: { total: 1, kept: 0 } } : {},
      }),
    );
    expect(result.verdict).toBe('fail');
    expect(result.reasons[0]?.sentence).toMatch(
      /^pinned lines kept over all compactors: 1 cell is newly broken/,
    );
  });

  it('fails a new kind of violation in one cell, and not one that was there before', () => {
    const orphan = {
      violations: [{ kind: 'orphan-result' as const, messageId: 'm1', detail: 'no call' }],
    };
    const broken = run({ change: (c, t) => (c === 'sliding-window' && t === 4 ? orphan : {}) });
    expect(gate(broken).verdict).toBe('fail');
    expect(gate(broken, broken).verdict).toBe('pass');
  });

  it('fails a model-free compactor that newly fails, and does not count its facts as misses', () => {
    const candidate = run({
      change: (c, t) =>
        c === 'sliding-window' && t === 4
          ? failedCell({ cause: 'crash', compactor: c, transcript: 't4' })
          : {},
    });
    const result = gate(candidate);
    expect(result.verdict).toBe('fail');
    expect(result.reasons[0]?.sentence).toMatch(
      /^failure rate over all compactors: 1 cell is newly broken/,
    );
    expect(result.lost).toEqual([]);
  });

  it('fails a reduction that shrinks beyond its margin', () => {
    const result = gate(run({ change: () => ({ tokensAfter: 260 }) }));
    expect(result.verdict).toBe('fail');
    expect(result.reasons.map((reason) => reason.sentence)[0]).toMatch(
      /^reduction over all compactors changed by -6\.0 points/,
    );
  });

  it('leaves controls alone', () => {
    const floor = (keep: boolean) =>
      run({
        compactors: ['drop-all', 'sliding-window'],
        change: (c) => (c === 'drop-all' ? { role: 'floor' } : {}),
        keep: (c) => c !== 'drop-all' || keep,
      });
    expect(gate(floor(false), floor(true)).verdict).toBe('pass');
  });
});
