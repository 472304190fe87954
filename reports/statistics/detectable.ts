import { MIN_CLUSTERS } from './estimate.ts';
import { studentQuantile } from './student.ts';

/**
 * Smallest share of the kept facts that a change must lose for a one-sided test against `margin` to find it with probability
 * `power`: facts are lost independently, so the spread is binomial, and the test is Student's by transcript. null where no
 * loss at all would be found, or under 8 transcripts. Simulated power agrees (`npm run simulate` prints both).
 */
export function detectableLoss(options: {
  transcripts: number;
  facts: number;
  margin: number;
  alpha: number;
  power?: number;
}): number | null {
  const { transcripts, facts, margin, alpha, power = 0.8 } = options;
  if (transcripts < MIN_CLUSTERS || facts < 1) return null;
  const df = transcripts - 1;
  const reach = studentQuantile(1 - alpha, df) + studentQuantile(power, df);
  for (let loss = Math.max(0.005, margin); loss <= 1; loss += 0.005) {
    if (loss - margin >= reach * Math.sqrt((loss * (1 - loss)) / facts))
      return Number(loss.toFixed(3));
  }
  return null;
}
