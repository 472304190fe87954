import { z } from 'zod';
import type { Json, JsonObject } from '../../types/json.ts';
import { CAUSES } from '../../types/status.ts';

const json = z.custom<Json>((value) => value !== undefined);
const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const count = z.number().nonnegative().nullable();
const logprob = z.object({ token: z.string(), logprob: z.number() });

const response = z.object({
  text: z.string(),
  reasoning: z.string().nullable(),
  stopReason: z.enum(['stop', 'length', 'filtered', 'refusal', 'other']),
  stopDetail: z.string().nullable(),
  usage: z.object({ promptTokens: count, completionTokens: count, cachedTokens: count }),
  timing: z.object({ firstTokenMs: count, totalMs: z.number().nonnegative(), loadMs: count }),
  logprobs: z.array(logprob.extend({ top: z.array(logprob) })).nullable(),
});

const outcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('answer'), response }),
  z.object({
    type: z.literal('error'),
    cause: z.enum(CAUSES),
    detail: z.string(),
    status: z.number().nullable(),
    totalMs: z.number().nonnegative(),
  }),
]);

const format = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json') }),
  z.object({ type: z.literal('schema'), name: z.string(), schema: jsonObject }),
]);

const purpose = z.object({
  kind: z.enum(['summary', 'verdicts', 'probe', 'judge', 'extract', 'continuation']),
  promptId: z.string(),
  promptHash: z.string(),
  task: z.string(),
});

/** A content by its place among the texts of a pack, or by its hash in the journal. */
const textRef = z.union([z.number().int().nonnegative(), z.string()]);

/** One line of a pack or of the journal. */
export const lineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('texts'), coded: z.array(z.tuple([z.number().int(), z.string()])) }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('recording'),
    hash: z.string(),
    messages: z.array(z.tuple([z.string(), textRef])),
    format,
    maxOutputTokens: z.number(),
    temperature: z.number(),
    seed: z.number(),
    logprobs: z.number().nullable(),
    purpose,
    outcome,
  }),
  z.object({
    type: z.literal('embedding'),
    hash: z.string(),
    text: textRef,
    vector: z.array(z.number()),
    totalMs: z.number().nonnegative(),
    promptTokens: count,
  }),
]);

/** See {@link lineSchema}. */
export type RecordingLine = z.infer<typeof lineSchema>;

/** `model.json` of a folder of recordings. */
export const manifestSchema = z.object({
  schemaVersion: z.literal(1),
  model: z.object({
    name: z.string(),
    digest: z.string().nullable(),
    contextTokens: z.number().int().positive(),
    parameters: z.number().nullable(),
    quantization: z.string().nullable(),
    tier: z.enum(['weak', 'medium', 'strong', 'reference']).nullable(),
    settings: jsonObject,
  }),
  machine: z.record(z.string(), json),
  recordedAt: z.string(),
  packs: z.array(
    z.object({
      file: z.string().regex(/^[a-z]+-[0-9a-f]{16}\.jsonl\.br$/),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      recordings: z.number().int().nonnegative(),
    }),
  ),
});
