import { expect, test } from 'vitest';
import { type Fact, keepScoreCurve, type VerdictReport } from '../../../harness/index.ts';

const unit = (id: string, score: number | null): VerdictReport['units'][number] => ({
  unitId: id,
  messageIds: [id],
  verdict: null,
  score,
});
const report = (units: VerdictReport['units']): VerdictReport => ({
  units,
  asked: units.length,
  answered: 0,
  repaired: 0,
  faults: {},
});
const fact = (messageId: string): Fact => ({
  id: `f-${messageId}`,
  transcript: 't',
  kind: 'path',
  carrier: 'user',
  statement: 's',
  evidence: [{ messageId, quote: 'q' }],
  survives: { allOf: ['q'] },
  probe: { question: '?', paraphrase: '?', assert: [], right: 'q', wrong: [] },
});

test('a point for each score, then one that drops all', () => {
  const units = [unit('a', 0.2), unit('b', 0.9), unit('c', 0.5), unit('d', 0.5), unit('e', null)];
  expect(keepScoreCurve(report(units), [fact('b'), fact('c')])).toEqual([
    { threshold: 0.2, kept: 4, dropped: 0, factUnitsKept: 1, dropPrecision: null, dropRecall: 0 },
    { threshold: 0.5, kept: 3, dropped: 1, factUnitsKept: 1, dropPrecision: 1, dropRecall: 0.5 },
    {
      threshold: 0.9,
      kept: 1,
      dropped: 3,
      factUnitsKept: 0.5,
      dropPrecision: 2 / 3,
      dropRecall: 1,
    },
    { threshold: null, kept: 0, dropped: 4, factUnitsKept: 0, dropPrecision: 0.5, dropRecall: 1 },
  ]);
});

test('no scores, no curve', () => {
  expect(keepScoreCurve(report([unit('a', null)]), [fact('a')])).toEqual([]);
});

test('no facts: their share is missing, not 0', () => {
  const [first] = keepScoreCurve(report([unit('a', 0.5)]), []);
  expect(first).toMatchObject({ factUnitsKept: null, dropRecall: 0 });
});
