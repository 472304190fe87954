import { z } from 'zod';
import { FALLBACK_CHOICES } from '../fallback/fall-back.ts';
import { REPAIRS } from './extract-json.ts';

/** Settings of every verdict compactor, those without a chat model included. */
export const verdictSettings = z.object({
  keepTokens: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe('Tokens at the end that are kept unasked; null = derived from target or window'),
  keepShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('Share of the window at the end that is kept unasked, in a replay; 0 to 1'),
  textChars: z
    .int()
    .min(1)
    .default(500)
    .describe('Characters of a text beyond which it is clipped'),
  resultChars: z
    .int()
    .min(1)
    .default(500)
    .describe('Characters of a tool result beyond which it is clipped'),
  argumentChars: z
    .int()
    .min(1)
    .default(300)
    .describe('Characters of tool arguments beyond which they are clipped'),
  fallback: z
    .enum(FALLBACK_CHOICES as [string, ...string[]])
    .default('sliding-window')
    .describe('After a failure: unchanged (the input), none (failed), or a model-free strategy'),
});

/** Parsed {@link verdictSettings}. */
export type VerdictSettings = z.output<typeof verdictSettings>;

/** Settings of the verdict compactors that ask a chat model. */
export const askedSettings = verdictSettings.extend({
  policy: z
    .enum(['strict', 'lenient'])
    .default('strict')
    .describe(
      'strict: any fault is a failure; lenient: a missing id is kept, an unknown id ignored',
    ),
  attemptMs: z.number().gt(0).default(120_000).describe('Time limit of one call, in ms'),
  totalMs: z
    .number()
    .gt(0)
    .nullable()
    .default(null)
    .describe('Time limit of all calls together, in ms; null = none'),
});

/** Settings of the variants that ask for one JSON object a batch. */
export const batchedSettings = askedSettings.extend({
  maxUnits: z.int().min(1).default(40).describe('Most units asked about in one call'),
  repair: z
    .enum(REPAIRS)
    .default('wrapping')
    .describe(
      'What is mended: none, wrapping (fence or prose around valid JSON), syntax (also quotes and commas)',
    ),
});

/** Parsed {@link batchedSettings}. */
export type BatchedSettings = z.output<typeof batchedSettings>;

/** Settings of the variant that asks about one unit a call. */
export const oneSettings = askedSettings.omit({ policy: true }).extend({
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('Least score that keeps a unit, where the server gives token probabilities; 0 to 1'),
});

/** Parsed {@link oneSettings}. */
export type OneSettings = z.output<typeof oneSettings>;

/** Settings of the model-free scorer. */
export const scoredSettings = verdictSettings.omit({ fallback: true }).extend({
  keepTokens: z
    .int()
    .min(0)
    .nullable()
    .default(0)
    .describe('Tokens at the end that are kept unscored; 0 = the newest unit, null = derived'),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .default(null)
    .describe(
      'Least score that keeps a unit, 0 to 1; null = the best units until the target is filled',
    ),
});

/** Parsed {@link scoredSettings}. */
export type ScoredSettings = z.output<typeof scoredSettings>;

/** Settings of the embedding scorer. */
export const embedSettings = scoredSettings.extend({
  fallback: verdictSettings.shape.fallback,
  attemptMs: z.number().gt(0).default(120_000).describe('Time limit of the call, in ms'),
});

/** Parsed {@link embedSettings}. */
export type EmbedSettings = z.output<typeof embedSettings>;
