import { z } from 'zod';

/** A part of a message's content. */
const partSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('refusal'), refusal: z.string() }),
  z.looseObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string() }) }),
  z.looseObject({
    type: z.literal('input_audio'),
    input_audio: z.looseObject({ format: z.string().optional() }),
  }),
  z.looseObject({
    type: z.literal('file'),
    file: z.looseObject({ filename: z.string().nullish(), file_id: z.string().nullish() }),
  }),
]);

const contentSchema = z.union(
  [z.string(), z.array(partSchema)],
  'content is a text, null, or a list of parts of type text, refusal, image_url, input_audio or file.',
);

const toolCallSchema = z.looseObject({
  id: z.string().nullish(),
  type: z.literal('function').optional(),
  function: z.looseObject({
    name: z.string(),
    // Some servers give an object where the API has the text of one.
    arguments: z.union([z.string(), z.custom<object>(isPlainObject)]).nullish(),
  }),
});

const common = { content: contentSchema.nullish(), name: z.string().nullish() };

/** One message of a chat request of the OpenAI API, as far as it is read. Other fields are carried along. */
export const openAiMessageSchema = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('system'), ...common }),
  z.looseObject({ role: z.literal('developer'), ...common }),
  z.looseObject({ role: z.literal('user'), ...common }),
  z.looseObject({
    role: z.literal('assistant'),
    ...common,
    tool_calls: z.array(toolCallSchema).nullish(),
    refusal: z.string().nullish(),
    reasoning_content: z.string().nullish(),
  }),
  z.looseObject({
    role: z.literal('tool'),
    ...common,
    tool_call_id: z.string().nullish(),
    is_error: z.boolean().nullish(),
  }),
]);

/** See {@link openAiMessageSchema}. */
export type OpenAiMessage = z.infer<typeof openAiMessageSchema>;

/** A part of a message's content. */
export type OpenAiPart = z.infer<typeof partSchema>;

/** A tool call of an assistant message. */
export type OpenAiToolCall = z.infer<typeof toolCallSchema>;

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
