import { describe, expect, it } from 'vitest';
import {
  correctJudgedShare,
  type JudgedAnswer,
  renderCalibrationMarkdown,
  summarizeCalibration,
} from '../../../reports/index.ts';

const answers = (
  label: JudgedAnswer['label'],
  isRight: boolean,
  verdicts: (boolean | null)[],
): JudgedAnswer[] => verdicts.map((accepted) => ({ label, isRight, accepted }));

const judged = summarizeCalibration('tiny|judge', [
  ...answers('right', true, [true, true, true, false]),
  ...answers('near-miss', false, [true, false, false, false]),
  ...answers('injected', false, [true, true, null]),
]);

describe('calibration of a judge', () => {
  it('counts what it accepts wrongly and refuses wrongly; no verdict is in no rate', () => {
    expect(judged.falsePositive).toMatchObject({ rate: 0.5, n: 6 });
    expect(judged.falseNegative).toMatchObject({ rate: 0.25, n: 4 });
    expect(judged.unscored).toBe(1);
    expect(judged.labels.find((row) => row.label === 'injected')).toEqual({
      label: 'injected',
      answers: 3,
      scored: 2,
      wrong: 2,
    });
  });

  it('is printed with its name', () => expect(renderCalibrationMarkdown(judged)).toMatchSnapshot());

  it('corrects a share for both errors', () => {
    const rates = {
      falsePositive: { rate: 0.1, low: 0, high: 1, n: 50 },
      falseNegative: { rate: 0.2, low: 0, high: 1, n: 50 },
    };
    // 60 % right in truth are judged 0.6 * 0.8 + 0.4 * 0.1 = 0.52.
    expect(correctJudgedShare(0.52, rates)).toBeCloseTo(0.6, 12);
    expect(correctJudgedShare(0.05, rates)).toBe(0);
  });

  it('corrects nothing where the errors add up to more than 0.8, or are not known', () => {
    const bad = {
      falsePositive: { rate: 0.5, low: 0, high: 1, n: 9 },
      falseNegative: { rate: 0.31, low: 0, high: 1, n: 9 },
    };
    expect(correctJudgedShare(0.5, bad)).toBeNull();
    expect(correctJudgedShare(0.5, summarizeCalibration('none', []))).toBeNull();
  });
});
