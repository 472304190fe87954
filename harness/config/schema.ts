import { z } from 'zod';
import { COUNTER_NAMES } from '../counters/index.ts';
import type { JsonObject } from '../types/index.ts';

const positive = z.number().positive();
const wholeFrom1 = z.int().min(1);
const names = z.array(z.string().min(1)).min(1);

/** Settings of a compactor, as its author names them: data, handed on as they are. */
const paramsSchema = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object of settings',
);

/** A compactor by name, or with settings and the label that it then needs. */
const compactorChoiceSchema = z.union([
  z.string().min(1),
  z.strictObject({
    name: z.string().min(1),
    label: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'expected letters, digits, ".", "_" and "-"')
      .exactOptional(),
    params: paramsSchema.exactOptional(),
  }),
]);

/** What is known about a model beyond its name. */
const modelOptionsSchema = z.strictObject({
  contextTokens: wholeFrom1.exactOptional().describe('Context window, in tokens of the model'),
  tier: z.enum(['weak', 'medium', 'strong']).exactOptional().describe('Overrides the tier'),
});

/** Every setting of a run: what `bench.config.ts` may hold, and what the command line overrides. All are optional. */
export const benchConfigSchema = z
  .strictObject({
    preset: z.enum(['quick', 'full']).describe('Defaults of the lists below'),
    compactors: z.array(compactorChoiceSchema).min(1).describe('Compactors that take part'),
    models: names.describe(
      'Models that compact: auto, ollama:NAME, openai:NAME, gguf:FILE, recorded:NAME',
    ),
    smallModel: z.string().min(1).describe('The smaller model of strategies that use two'),
    readers: names.describe('What answers the probes: lexical, or any model'),
    transcripts: names.describe('Ids of transcripts, or names of datasets'),
    folders: names.describe('Dataset folders, or folders that hold some'),
    split: z
      .array(z.enum(['dev', 'held-out']))
      .min(1)
      .describe('Splits that take part'),
    budgets: z
      .array(
        positive.refine((value) => value <= 1 || Number.isInteger(value), {
          error: 'expected a ratio in (0, 1], or whole tokens above 1',
        }),
      )
      .min(1)
      .describe('Targets: ratios of the window in (0, 1], or tokens above 1'),
    window: wholeFrom1.describe('Window in tokens; one-shot: by default the transcript fills it'),
    mode: z
      .array(z.enum(['one-shot', 'replay', 'continuation']))
      .min(1)
      .describe('Modes'),
    trials: wholeFrom1.describe('Repetitions of each model-backed compaction'),
    randomTrials: wholeFrom1.describe('Seeds of the random control'),
    seed: z.int().describe('Seed of everything that is drawn'),
    faults: names.describe('none, faults such as 500:first-2, or all'),
    attemptMs: wholeFrom1.describe('Time for one attempt, in ms'),
    totalMs: wholeFrom1.describe('Time for one compaction, in ms'),
    virtualSpeed: positive.describe('Factor on recorded durations'),
    counter: z.enum(COUNTER_NAMES).describe('Token counter'),
    maxMinutes: positive.describe('No cell is begun after this many minutes'),
    concurrency: wholeFrom1.describe('Cells at a time'),
    modelTranscriptTokens: wholeFrom1.describe(
      'Longer transcripts meet no model, only model-free compactors and readers',
    ),
    hook: z
      .strictObject({
        compactAt: z.number().gt(0).max(1),
        compactTo: z.number().gt(0).lt(1),
      })
      .refine(({ compactAt, compactTo }) => compactTo < compactAt, {
        error: 'expected compactTo below compactAt',
      })
      .describe('When a replay compacts, as fractions of the window'),
    modelOptions: z
      .record(z.string(), modelOptionsSchema)
      .describe('What is known about models, by name'),
    gate: paramsSchema.describe('Thresholds of the gate; checked when it runs'),
    out: z.string().min(1).describe('Folder of the run'),
  })
  .partial();

/** See {@link benchConfigSchema}. */
export type BenchConfig = z.output<typeof benchConfigSchema>;

/** A compactor by name, or with settings and a label. */
export type CompactorChoice = z.output<typeof compactorChoiceSchema>;

/** What is known about a model beyond its name. */
export type ModelOptions = z.output<typeof modelOptionsSchema>;
