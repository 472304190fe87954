import { z } from 'zod';
import { BenchError, CARRIERS, FACT_KINDS } from '../../harness/index.ts';
import { nameSchema } from '../load/file-schema.ts';

const fraction = z.number().min(0).max(1);

const specSchema = z
  .strictObject({
    id: nameSchema,
    seed: z.int().min(0).max(2_147_483_647).default(1),
    tokens: z.int().min(600).max(1_000_000),
    messages: z.int().min(12).max(100_000).nullable().default(null),
    facts: z.int().min(0).max(20_000).nullable().default(null),
    density: z.number().min(0).max(1_000).nullable().default(null),
    positions: z.array(fraction).min(1).nullable().default(null),
    from: fraction.default(0),
    to: fraction.default(1),
    kinds: z
      .array(z.enum(FACT_KINDS))
      .min(1)
      .default([...FACT_KINDS]),
    carriers: z
      .array(z.enum(CARRIERS))
      .min(1)
      .default([...CARRIERS]),
  })
  .refine(({ facts, density }) => facts === null || density === null, {
    path: ['density'],
    error: 'give a number of facts or a density, not both',
  })
  .refine(({ from, to }) => from <= to, { path: ['from'], error: '`from` is past `to`' });

/**
 * What to generate. `tokens` (o200k) 600 to 1,000,000, met within 2 % (30 tokens in small ones); `messages` 12 to 100,000, null = as many as suit the
 * tokens; `facts` in number, or by `density` (facts per 10,000 tokens), default density 30. `positions` are the places of the
 * facts as fractions of the transcript, used in turn; null = evenly from `from` to `to`. Kinds and carriers are used in turn.
 */
export type GenerateSpec = z.infer<typeof specSchema>;

/** A generation's settings as they may be given: only `id` and `tokens` are needed. */
export type GenerateSpecInput = z.input<typeof specSchema>;

/** Parses settings, defaults filled in. Throws E_CONFIG with every problem at once. */
export function parseGenerateSpec(raw: unknown): GenerateSpec {
  const parsed = specSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new BenchError(
    parsed.error.issues.map((issue) => ({
      code: 'E_CONFIG' as const,
      place: issue.path.join('.') || 'generate',
      message: `${issue.message}.`,
      remedy: 'See npm run generate -- --help for names and ranges.',
    })),
  );
}
