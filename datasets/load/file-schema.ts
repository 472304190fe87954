import { z } from 'zod';
import { factSchema } from './fact-schema.ts';
import { idSchema, jsonObjectSchema, messageSchema, toolSchema } from './message-schema.ts';

/** Name of a file of the same folder: no path, so that a dataset cannot point outside itself. */
const fileName = z
  .string()
  .regex(/^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u, 'expected the name of a file in the same folder');

/** Name of a dataset or transcript: it becomes part of file names, keys and CSV cells. */
export const nameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    'expected a name of letters, digits, ".", "_" and "-" (at most 128)',
  );

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'expected a sha256 in lower-case hex');
const count = z.int().min(0);

/** `dataset.json`: what a dataset folder holds. `facts` is null where a transcript has no facts file. */
export const datasetFileSchema = z.strictObject({
  name: nameSchema,
  version: z.string().min(1),
  licence: z.string().min(1),
  canary: z.string().min(1),
  card: fileName,
  transcripts: z.array(
    z.strictObject({
      id: nameSchema,
      file: fileName,
      hash,
      split: z.enum(['dev', 'held-out']),
      facts: fileName.nullable(),
    }),
  ),
});

/** `<id>.transcript.json`: a transcript without what the dataset and the facts file say about it. */
export const transcriptFileSchema = z.strictObject({
  canary: z.string().min(1),
  id: nameSchema,
  title: z.string().min(1),
  domain: z.string().min(1),
  agent: z.enum(['scripted', 'interactive', 'model', 'human']),
  source: z.strictObject({
    kind: z.enum(['recorded', 'imported', 'synthetic']),
    format: z.string().min(1),
    details: z.exactOptional(jsonObjectSchema),
  }),
  pins: z.array(z.string().min(1)),
  usage: z
    .array(
      z.strictObject({
        messageId: idSchema,
        promptTokens: count,
        completionTokens: count,
        cachedTokens: count.nullable(),
      }),
    )
    .nullable(),
  tools: z.array(toolSchema),
  messages: z.array(messageSchema),
  compactions: z.exactOptional(
    z.array(
      z.strictObject({
        beforeIndex: count,
        summary: z.string().nullable(),
        tokensBefore: count.nullable(),
        firstKeptId: z.string().nullable(),
      }),
    ),
  ),
});

/** `<id>.facts.json`: the facts of one transcript. */
export const factsFileSchema = z.strictObject({
  transcript: nameSchema,
  canary: z.string().min(1),
  facts: z.array(factSchema),
});

/** What `dataset.json` holds. */
export type DatasetFile = z.infer<typeof datasetFileSchema>;

/** One transcript's line of `dataset.json`. */
export type DatasetEntry = DatasetFile['transcripts'][number];

/** What a transcript file holds. */
export type TranscriptFile = z.infer<typeof transcriptFileSchema>;

/** What a facts file holds. */
export type FactsFile = z.infer<typeof factsFileSchema>;
