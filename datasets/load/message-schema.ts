import { z } from 'zod';
import type { JsonObject, Message, ToolSchema } from '../../harness/index.ts';

/**
 * An object as JSON gave it, handed on by reference: a schema that rebuilds it would drop a key named `__proto__`, which
 * a recorded tool call may well hold.
 */
export const jsonObjectSchema = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object',
);

/** An id of a message, a fact or a call: not empty, no control characters. */
export const idSchema = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'expected an id without control characters');

const blockSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({
    type: z.literal('tool_call'),
    callId: idSchema,
    name: z.string(),
    arguments: z.union([jsonObjectSchema, z.string()], 'expected an object, or the raw text'),
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    callId: idSchema,
    name: z.string().nullable(),
    text: z.string(),
    isError: z.boolean(),
  }),
  z.strictObject({ type: z.literal('reasoning'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), mediaType: z.string(), ref: z.string() }),
  z.strictObject({ type: z.literal('file'), mediaType: z.string(), name: z.string() }),
]);

/** One recorded message. A key that no message has is refused. */
export const messageSchema: z.ZodType<Message> = z.strictObject({
  id: idSchema,
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.array(blockSchema),
  created: z.exactOptional(z.strictObject({ by: z.string(), replaces: z.array(z.string()) })),
  meta: z.exactOptional(jsonObjectSchema),
});

/** A tool as its provider was told about it. */
export const toolSchema: z.ZodType<ToolSchema> = z.strictObject({
  name: z.string().min(1),
  description: z.string(),
  parameters: jsonObjectSchema,
});
