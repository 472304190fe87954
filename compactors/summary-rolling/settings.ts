import { z } from 'zod';
import { summarySettings } from '../summary/settings.ts';

const { attemptMs, totalMs, textChars, resultChars, argumentChars, fallback } =
  summarySettings.shape;

/** Settings of the rolling summary. */
export const rollingSettings = z.object({
  minKeepSteps: z
    .int()
    .min(0)
    .default(1)
    .describe('Newest steps of the current task that are never summarised; 0 = none'),
  summaryTokens: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe('Tokens kept free for each summary; null = a quarter of the target, at most 1,024'),
  attemptMs,
  totalMs,
  textChars,
  resultChars,
  argumentChars,
  fallback,
});

/** Parsed {@link rollingSettings}. */
export type RollingSettings = z.output<typeof rollingSettings>;
