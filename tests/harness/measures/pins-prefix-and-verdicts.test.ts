import { describe, expect, it } from 'vitest';
import {
  createCounter,
  pinsKept,
  reusablePrefixTokens,
  type VerdictReport,
  verdictQuality,
} from '../../../harness/index.ts';
import { smallFacts, smallMessages, textMessage } from '../support/small-run.ts';

describe('pinsKept', () => {
  it('counts pins that stand character for character', () => {
    const messages = [textMessage('m', 'user', 'Rules:\n  never write to shop.db  \nend')];
    const pins = [
      '  never write to shop.db  ',
      'never  write to shop.db',
      'Never write to shop.db',
    ];
    expect(pinsKept(messages, pins)).toEqual({ total: 3, kept: 1 });
    expect(pinsKept(messages, [])).toEqual({ total: 0, kept: 0 });
  });
});

describe('reusablePrefixTokens', () => {
  const counter = createCounter('o200k_base');
  const before = smallMessages();

  it('counts the leading messages that are the same prompt', () => {
    const renamed = { ...(before[1] as (typeof before)[0]), id: 'other' };
    const after = [before[0] as (typeof before)[0], renamed, before[7] as (typeof before)[0]];
    expect(reusablePrefixTokens(before, after, counter)).toBe(counter.count(before.slice(0, 2)));
    expect(reusablePrefixTokens(before, before, counter)).toBe(counter.count(before));
    expect(reusablePrefixTokens(before, before.slice(1), counter)).toBe(0);
  });
});

describe('verdictQuality', () => {
  it('scores dropping against the units that carry facts', () => {
    const unit = (id: string, verdict: 'keep' | 'drop' | null) => ({
      unitId: id,
      messageIds: [id],
      verdict,
      score: null,
    });
    // m1 and m3 carry facts; m4, m5 and m6 do not.
    const report: VerdictReport = {
      units: [
        unit('m1', 'drop'),
        unit('m3', 'keep'),
        unit('m4', 'drop'),
        unit('m5', null),
        unit('m6', 'keep'),
      ],
      asked: 5,
      answered: 4,
      repaired: 0,
      faults: {},
    };
    expect(verdictQuality(report, smallFacts())).toEqual({
      dropPrecision: 1 / 2,
      dropRecall: 1 / 3,
      coverage: 4 / 5,
    });
    const none = { ...report, units: [unit('m1', 'keep')], asked: 0, answered: 0 };
    expect(verdictQuality(none, smallFacts())).toEqual({
      dropPrecision: null,
      dropRecall: null,
      coverage: null,
    });
  });
});
