import { z } from 'zod';
import { BenchError, type Budgets } from '../../harness/index.ts';

const promptText = z.string().nullable().default(null);

/** Settings of the ladder, named as in the Dart class. Times in ms. */
export const ladderSettings = z.object({
  reserveTokens: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe('Tokens of the window to leave free; null = 16,384, scaled for small windows'),
  keepRecentTokens: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe(
      'Tokens kept at the end; null = 20,000 scaled in a replay, else derived from the target',
    ),
  triggerRatio: z
    .number()
    .gt(0)
    .max(1)
    .nullable()
    .default(null)
    .describe('Share of the window at which it starts, instead of the reserve; above 0, at most 1'),
  force: z.boolean().default(false).describe('Starts whatever the size'),
  maxPasses: z.int().min(1).default(8).describe('Most passes of a run'),
  maxAttempts: z.int().min(1).default(3).describe('Most attempts of one summarizer in a pass'),
  baseBackoffMs: z
    .number()
    .min(0)
    .default(1000)
    .describe('Wait after a transient failure, times the number of the attempt, in ms'),
  attemptBudgetMs: z.number().gt(0).default(300_000).describe('Time limit of one attempt, in ms'),
  totalBudgetMs: z
    .number()
    .gt(0)
    .nullable()
    .default(null)
    .describe('No attempt starts after this, in ms; null = attemptBudgetMs x maxAttempts'),
  textChars: z.int().min(1).default(3000).describe('Characters of a text before it is clipped'),
  resultChars: z.int().min(1).default(2000).describe('Characters of a result before it is clipped'),
  argumentChars: z
    .int()
    .min(1)
    .default(600)
    .describe('Characters of arguments before they are clipped'),
  prompts: z
    .strictObject({
      system: promptText.describe('System text of all three'),
      history: promptText.describe('Slots: {conversation}, {words}, {pins}'),
      update: promptText.describe('Slots: {earlier}, {conversation}, {words}, {pins}'),
      turnPrefix: promptText.describe('Slots: {conversation}, {words}, {pins}'),
    })
    .prefault({})
    .describe('Texts that replace the built-in prompts; null = built-in'),
});

/** Parsed {@link ladderSettings}. */
export type LadderSettings = z.output<typeof ladderSettings>;

/** Time limits of one run, in ms. */
export interface LadderLimits {
  attemptMs: number;
  totalMs: number;
}

/** Limits from settings and a request's budgets. Throws E_COMPACTOR where the total is below one attempt. */
export function ladderLimits(settings: LadderSettings, budgets: Budgets): LadderLimits {
  const attemptMs = budgets.attemptMs ?? settings.attemptBudgetMs;
  const totalMs = budgets.totalMs ?? settings.totalBudgetMs ?? attemptMs * settings.maxAttempts;
  if (totalMs >= attemptMs) return { attemptMs, totalMs };
  throw new BenchError({
    code: 'E_COMPACTOR',
    message: `The total budget of ${totalMs} ms is smaller than one attempt of ${attemptMs} ms, so that one timeout would end every run.`,
    place: 'ladder.totalBudgetMs',
    remedy: 'Raise the total budget, or lower the attempt budget.',
  });
}
