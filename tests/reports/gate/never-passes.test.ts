import { describe, expect, it } from 'vitest';
import { BenchError, type RunRecord } from '../../../harness/index.ts';
import { gateExitCode, gateRuns } from '../../../reports/index.ts';
import { failedCell, header } from '../support.ts';
import { run } from './support.ts';

const only = (records: RunRecord[]) => records.filter((record) => record.type === 'compacted');

function verdictOf(candidate: RunRecord[], baseline = run()) {
  const result = gateRuns({ baseline, candidate });
  return {
    verdict: result.verdict,
    exit: gateExitCode(result),
    refusals: result.refusals.map((refusal) => refusal.code),
    reasons: result.reasons.map((reason) => reason.sentence),
  };
}

describe('a gate never passes', () => {
  it('an empty run', () => {
    expect(verdictOf([])).toMatchObject({
      verdict: 'inconclusive',
      exit: 2,
      refusals: ['no-header', 'empty'],
    });
    expect(verdictOf(run(), [])).toMatchObject({ exit: 2 });
    expect(verdictOf([header([])], [header([])])).toMatchObject({
      exit: 2,
      refusals: ['empty', 'empty'],
    });
  });

  it('a value that is no number', () => {
    const spoiled = run();
    const record = only(spoiled)[3];
    if (record?.type === 'compacted') record.tokensAfter = Number.NaN;
    expect(verdictOf(spoiled)).toMatchObject({ exit: 2, refusals: ['not-finite'] });
    expect(verdictOf(spoiled).reasons[0]).toContain(
      '1 value that is no number, at k:tool-result-pruning|||t2',
    );
  });

  it('a score that is no number', () => {
    const spoiled = run();
    const record = spoiled.find((candidate) => candidate.type === 'graded');
    const grade = record?.type === 'graded' ? record.probes[0]?.grade : undefined;
    if (grade?.status === 'scored') grade.score = Number.NaN;
    expect(verdictOf(spoiled)).toMatchObject({ exit: 2, refusals: ['not-finite'] });
  });

  it('one missing cell, planned or not', () => {
    const whole = run();
    const gone = only(whole)[5];
    const key = gone?.type === 'compacted' ? gone.compactionKey : '';
    const cut = whole.filter(
      (record) => !('compactionKey' in record) || record.compactionKey !== key,
    );
    const result = verdictOf(cut);
    expect(result).toMatchObject({ verdict: 'inconclusive', exit: 3, refusals: [] });
    expect(result.reasons).toEqual([
      '1 planned cell of the candidate has no record: finish it with `--resume`.',
      'The candidate lacks 1 cell of the baseline (tool-result-pruning).',
    ]);
    const planned = [header(cut), ...cut.slice(1)];
    expect(verdictOf(planned).reasons).toEqual([
      'The candidate lacks 1 cell of the baseline (tool-result-pruning).',
    ]);
  });

  it('a baseline that lacks a planned cell', () => {
    const [first, , , ...rest] = run();
    const baseline = first === undefined ? [] : [first, ...rest];
    expect(verdictOf(run(), baseline)).toMatchObject({ verdict: 'inconclusive', exit: 3 });
  });

  it('a swapped dataset', () => {
    const other = run({
      header: { datasets: [{ name: 'recorded', version: '1.0.0', hash: 'e'.repeat(64) }] },
    });
    const result = verdictOf(other);
    expect(result).toMatchObject({ exit: 2, refusals: ['dataset'] });
    expect(result.reasons[0]).toContain('baseline dddddddddddddddd, candidate eeeeeeeeeeeeeeee');
  });

  it('another key version', () => {
    expect(verdictOf(run({ header: { keyVersion: 'k2' } }))).toMatchObject({
      exit: 2,
      refusals: ['key-version'],
    });
  });

  it('another clock', () => {
    expect(verdictOf(run({ change: () => ({ clock: 'real' }) }))).toMatchObject({
      exit: 2,
      refusals: ['clock'],
    });
  });

  it('another reader under the same name', () => {
    const readers = [{ id: 'lexical', digest: null, promptHash: 'other', canAbstain: true }];
    expect(verdictOf(run({ header: { readers } }))).toMatchObject({
      exit: 2,
      refusals: ['reader'],
    });
  });

  it('runs that share no cell', () => {
    expect(verdictOf(run({ compactors: ['ladder'] }))).toMatchObject({
      exit: 2,
      refusals: ['no-pairs'],
    });
  });

  it('a run that nobody graded, against one that was', () => {
    const ungraded = run().filter((record) => record.type !== 'graded');
    const result = verdictOf(ungraded);
    expect(result).toMatchObject({ verdict: 'inconclusive', exit: 3 });
    expect(result.reasons[0]).toBe(
      '20 gradings of the baseline are missing in the candidate (lexical).',
    );
  });

  it('probes that lost their score to a grader error', () => {
    const broken = run();
    const record = broken.find((candidate) => candidate.type === 'graded');
    const [first] = record?.type === 'graded' ? record.probes : [];
    if (first) first.grade = { status: 'unscored', reason: 'grader-error', detail: null };
    expect(verdictOf(broken)).toMatchObject({ verdict: 'inconclusive', exit: 3 });
  });

  it('runs in which every cell failed', () => {
    const failed = run({
      change: (compactor, t) => failedCell({ cause: 'crash', compactor, transcript: `t${t}` }),
    });
    expect(verdictOf(failed, failed)).toMatchObject({ verdict: 'inconclusive', exit: 3 });
  });

  it('a cell whose prompts were never recorded', () => {
    const asks = { model: 'recorded:m' };
    const baseline = run({ change: () => asks });
    const candidate = run({
      change: (compactor, t) =>
        t === 2
          ? failedCell({ ...asks, cause: 'no-recording', compactor, transcript: 't2' })
          : asks,
    });
    const result = verdictOf(candidate, baseline);
    expect(result).toMatchObject({ verdict: 'inconclusive', exit: 3 });
    expect(result.reasons[0]).toContain('2 cells have no recorded answer in the candidate');
  });

  it('thresholds that are none', () => {
    const thresholds = { metrics: { survival: { margin: Number.NaN } } };
    expect(() => gateRuns({ baseline: run(), candidate: run(), thresholds })).toThrow(BenchError);
    const negative = { metrics: { survival: { margin: -1 } } };
    expect(() => gateRuns({ baseline: run(), candidate: run(), thresholds: negative })).toThrow(
      /gate\.metrics\.survival\.margin/,
    );
  });
});

describe('a gate does pass', () => {
  it('probes without a recording, which it reports', () => {
    const candidate = run();
    for (const record of candidate) {
      if (record.type !== 'graded') continue;
      for (const probe of record.probes.slice(0, 2)) {
        probe.grade = { status: 'unscored', reason: 'no-recording', detail: null };
      }
    }
    const result = gateRuns({ baseline: run(), candidate });
    expect(result.verdict).toBe('pass');
    expect(result.noRecording).toEqual([{ reader: 'lexical', probes: 40 }]);
  });
});
