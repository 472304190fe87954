import { z } from 'zod';
import { CARRIERS, FACT_KINDS, type Fact, type Json } from '../../harness/index.ts';
import { idSchema } from './message-schema.ts';

const filled = z.string().regex(/\S/, 'expected a text that is not empty');

const evidenceSchema = z
  .array(z.strictObject({ messageId: idSchema, quote: filled }))
  .min(1, 'expected at least one quote');

const survivalSchema = z.union(
  [
    z.strictObject({ allOf: z.array(filled).min(1) }),
    z.strictObject({ anyOf: z.array(filled).min(1) }),
  ],
  'expected { "allOf": [texts] } or { "anyOf": [texts] }, at least one text and none empty',
);

const probeSchema = z.strictObject({
  question: filled,
  paraphrase: filled,
  assert: z
    .array(
      z.strictObject({
        type: z.string().min(1),
        value: z.exactOptional(z.custom<Json>((value) => value !== undefined)),
        threshold: z.exactOptional(z.number()),
      }),
    )
    .min(1, 'expected at least one assertion'),
  right: filled,
  wrong: z.array(z.string()),
});

const base = { id: idSchema, transcript: idSchema, statement: filled, probe: probeSchema };
const carrier = z.enum(CARRIERS);

type StatedKind = Exclude<(typeof FACT_KINDS)[number], 'superseded' | 'absent'>;
const statedKinds = FACT_KINDS.filter(
  (kind): kind is StatedKind => kind !== 'superseded' && kind !== 'absent',
);

/** One annotated fact. A key that its kind does not have is refused. */
export const factSchema: z.ZodType<Fact> = z.discriminatedUnion('kind', [
  z.strictObject({
    ...base,
    kind: z.enum(statedKinds),
    carrier,
    evidence: evidenceSchema,
    survives: survivalSchema,
  }),
  z.strictObject({
    ...base,
    kind: z.literal('superseded'),
    carrier,
    evidence: evidenceSchema,
    survives: survivalSchema,
    old: z.strictObject({ value: filled, evidence: evidenceSchema }),
  }),
  z.strictObject({ ...base, kind: z.literal('absent') }),
]);
