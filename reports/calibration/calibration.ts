import { wilsonInterval } from '../statistics/wilson.ts';

/** Kinds of labelled answers that a judge is measured with. */
export const ANSWER_LABELS = [
  'right',
  'paraphrased',
  'near-miss',
  'on-topic',
  'empty',
  'old-value',
  'injected',
] as const;

/** One of {@link ANSWER_LABELS}. */
export type AnswerLabel = (typeof ANSWER_LABELS)[number];

/** One labelled answer and what the judge said: `accepted` null = it gave no verdict (unscored). */
export interface JudgedAnswer {
  label: AnswerLabel;
  /** Whether the answer is right in truth. */
  isRight: boolean;
  accepted: boolean | null;
}

/** How a judge does on answers of one label. `wrong` = right ones refused, wrong ones accepted. */
export interface LabelRow {
  label: AnswerLabel;
  answers: number;
  scored: number;
  wrong: number;
}

/** How far a judge can be trusted. Rates in [0, 1] with Wilson intervals; null where nothing was scored. */
export interface Calibration {
  judge: string;
  falsePositive: { rate: number | null; low: number | null; high: number | null; n: number };
  falseNegative: { rate: number | null; low: number | null; high: number | null; n: number };
  unscored: number;
  labels: LabelRow[];
}

/** Measures a judge on labelled answers. Answers that it gave no verdict on are counted and are in no rate. */
export function summarizeCalibration(judge: string, answers: readonly JudgedAnswer[]): Calibration {
  const scored = answers.filter((answer) => answer.accepted !== null);
  const wrong = scored.filter((answer) => !answer.isRight);
  const right = scored.filter((answer) => answer.isRight);
  return {
    judge,
    falsePositive: rateOf(wrong.filter((answer) => answer.accepted).length, wrong.length),
    falseNegative: rateOf(right.filter((answer) => !answer.accepted).length, right.length),
    unscored: answers.length - scored.length,
    labels: ANSWER_LABELS.flatMap((label) => {
      const own = answers.filter((answer) => answer.label === label);
      if (own.length === 0) return [];
      const judged = own.filter((answer) => answer.accepted !== null);
      const errors = judged.filter((answer) => answer.accepted !== answer.isRight).length;
      return [{ label, answers: own.length, scored: judged.length, wrong: errors }];
    }),
  };
}

function rateOf(hits: number, total: number): Calibration['falsePositive'] {
  return { rate: total === 0 ? null : hits / total, ...wilsonInterval({ hits, total }), n: total };
}

/** False positives and negatives that add up to more than this leave too little signal to correct. */
const MAX_ERROR_SUM = 0.8;

/**
 * The share of right answers behind a judged share, (judged - fp) / (1 - fp - fn), kept within [0, 1] (Rogan and Gladen 1978).
 * null where a rate is missing or the two add up to more than 0.8.
 */
export function correctJudgedShare(
  judged: number,
  { falsePositive, falseNegative }: Pick<Calibration, 'falsePositive' | 'falseNegative'>,
): number | null {
  const fp = falsePositive.rate;
  const fn = falseNegative.rate;
  if (fp === null || fn === null || fp + fn > MAX_ERROR_SUM) return null;
  return Math.min(1, Math.max(0, (judged - fp) / (1 - fp - fn)));
}
