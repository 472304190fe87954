import { z } from 'zod';
import { FALLBACK_CHOICES } from '../fallback/fall-back.ts';

/** Settings that all summary compactors share. */
export const summarySettings = z.object({
  trigger: z
    .number()
    .gt(0)
    .max(1)
    .default(0.8)
    .describe(
      'Share of the window, tools included, at which it starts unless forced; above 0, at most 1',
    ),
  keepShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('Share of the window kept verbatim at the end, in a replay; 0 to 1'),
  keepTokens: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe('Tokens kept verbatim at the end; null = derived from target or window'),
  attemptMs: z.number().gt(0).default(120_000).describe('Time limit of one summariser call, in ms'),
  totalMs: z
    .number()
    .gt(0)
    .nullable()
    .default(null)
    .describe('Time limit of all calls together, in ms; null = none'),
  textChars: z
    .int()
    .min(1)
    .default(3000)
    .describe('Characters of a text beyond which the summariser sees it clipped'),
  resultChars: z
    .int()
    .min(1)
    .default(2000)
    .describe('Characters of a tool result beyond which the summariser sees it clipped'),
  argumentChars: z
    .int()
    .min(1)
    .default(600)
    .describe('Characters of tool arguments beyond which the summariser sees them clipped'),
  fallback: z
    .enum(FALLBACK_CHOICES as [string, ...string[]])
    .default('unchanged')
    .describe('After a failure: unchanged (the input), none (failed), or a model-free strategy'),
});

/** Parsed {@link summarySettings}. */
export type SummarySettings = z.output<typeof summarySettings>;
