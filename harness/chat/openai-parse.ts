import { BenchError, type Problem } from '../errors.ts';
import { sha256Hex } from '../hash.ts';
import type { Block, JsonObject, Message, Role } from '../types/index.ts';
import { COMPACTION_META_KEY } from '../units.ts';
import {
  type OpenAiMessage,
  type OpenAiPart,
  type OpenAiToolCall,
  openAiMessageSchema,
} from './openai-schema.ts';

/** Prefix of the `name` that marks a message as made by a compactor, since a chat API takes no other field. */
export const COMPACTOR_NAME_PREFIX = 'compactor_';

/** End of that `name` for a summary that later compactions build on. */
export const CHECKPOINT_NAME_SUFFIX = '__checkpoint';

/** A chat as it was read: our messages, and beside each the JSON that it came from. Ids are `m0`, `m1`, ... by position. */
export interface OpenAiChat {
  messages: Message[];
  raw: JsonObject[];
}

/**
 * Reads a list of OpenAI chat messages (an empty one is valid). Broken pairings of calls and results are taken as they
 * are. A message that an earlier compaction made is known by its `name` (`compactor_...`) or by
 * `meta.context_compaction`. Throws E_IMPORT with every message that is no chat message; `place` names the file.
 */
export function parseOpenAiChat(value: unknown, place: string): OpenAiChat {
  if (!Array.isArray(value)) {
    throw new BenchError(problem(place, 'This is no list of chat messages.'));
  }
  const problems: Problem[] = [];
  const parsed = value.flatMap((item: unknown, index): OpenAiMessage[] => {
    const result = openAiMessageSchema.safeParse(item);
    if (result.success) return [result.data];
    for (const issue of result.error.issues) {
      problems.push(problem([`${place}[${index}]`, ...issue.path].join('.'), `${issue.message}.`));
    }
    return [];
  });
  if (problems.length > 0) throw new BenchError(problems);
  const names = toolNames(parsed);
  const raw = value as JsonObject[];
  return {
    raw,
    messages: parsed.map((message, index) =>
      toMessage({ message, raw: raw[index] ?? {}, id: `m${index}`, names }),
    ),
  };
}

function problem(place: string, message: string): Problem {
  return {
    code: 'E_IMPORT',
    place,
    message: message.replace(/\.\.$/, '.'),
    remedy:
      'Expected messages as the OpenAI chat API takes them: role, content, tool_calls, tool_call_id.',
  };
}

/** Name of the tool that each call id stands for; the first caller of an id wins. */
function toolNames(messages: readonly OpenAiMessage[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const call of message.tool_calls ?? []) {
      if (call.id && !names.has(call.id)) names.set(call.id, call.function.name);
    }
  }
  return names;
}

function toMessage(input: {
  message: OpenAiMessage;
  raw: JsonObject;
  id: string;
  names: ReadonlyMap<string, string>;
}): Message {
  const { message, raw, id, names } = input;
  const role: Role = message.role === 'developer' ? 'system' : message.role;
  const meta = readMeta(raw, message.name ?? null);
  return { id, role, content: readContent(message, names), ...(meta === null ? {} : { meta }) };
}

/** The message's own `meta`, and the mark of a compactor that its name carries. */
function readMeta(raw: JsonObject, name: string | null): JsonObject | null {
  const { meta } = raw;
  const own = meta && typeof meta === 'object' && !Array.isArray(meta) ? meta : null;
  const made = compactorOf(name);
  if (made === null || own?.[COMPACTION_META_KEY] !== undefined) return own;
  const checkpoint = made.endsWith(CHECKPOINT_NAME_SUFFIX);
  const mark: JsonObject = checkpoint
    ? { strategy: made.slice(0, -CHECKPOINT_NAME_SUFFIX.length), checkpoint }
    : { strategy: made };
  return { ...own, [COMPACTION_META_KEY]: mark };
}

function compactorOf(name: string | null): string | null {
  return name?.startsWith(COMPACTOR_NAME_PREFIX) ? name.slice(COMPACTOR_NAME_PREFIX.length) : null;
}

function readContent(message: OpenAiMessage, names: ReadonlyMap<string, string>): Block[] {
  const blocks = readParts(message.content ?? null);
  if (message.role === 'tool') return readToolResult(message, blocks, names);
  if (message.role !== 'assistant') return blocks;
  const reasoning: Block[] = message.reasoning_content
    ? [{ type: 'reasoning', text: message.reasoning_content }]
    : [];
  const refusal: Block[] = message.refusal ? [{ type: 'text', text: message.refusal }] : [];
  return [...reasoning, ...blocks, ...refusal, ...(message.tool_calls ?? []).map(readToolCall)];
}

/** One result block that holds all text, then whatever is no text. */
function readToolResult(
  message: Extract<OpenAiMessage, { role: 'tool' }>,
  blocks: readonly Block[],
  names: ReadonlyMap<string, string>,
): Block[] {
  const callId = message.tool_call_id ?? '';
  const ownName = compactorOf(message.name ?? null) === null ? message.name : null;
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const name = ownName ?? names.get(callId) ?? null;
  return [
    { type: 'tool_result', callId, name, text, isError: message.is_error ?? false },
    ...blocks.filter((block) => block.type !== 'text'),
  ];
}

function readToolCall(call: OpenAiToolCall): Block {
  const { name, arguments: args } = call.function;
  return { type: 'tool_call', callId: call.id ?? '', name, arguments: readArguments(args ?? '') };
}

/** The object that the arguments spell, or their text where they spell none. */
function readArguments(args: string | object): JsonObject | string {
  if (typeof args === 'object') return args as JsonObject;
  try {
    const value: unknown = JSON.parse(args);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as JsonObject)
      : args;
  } catch {
    return args;
  }
}

function readParts(content: string | readonly OpenAiPart[] | null): Block[] {
  if (content === null) return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(readPart);
}

function readPart(part: OpenAiPart): Block {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'refusal':
      return { type: 'text', text: part.refusal };
    case 'image_url':
      return readImage(part.image_url.url);
    case 'input_audio':
      return { type: 'file', mediaType: `audio/${part.input_audio.format ?? '*'}`, name: 'audio' };
    case 'file':
      return {
        type: 'file',
        mediaType: 'application/octet-stream',
        name: part.file.filename ?? part.file.file_id ?? 'file',
      };
  }
}

/** An inline image is named by the hash of its data URL: a context never carries the bytes. */
function readImage(url: string): Block {
  const inline = /^data:([^;,]+)/.exec(url);
  return inline
    ? { type: 'image', mediaType: inline[1] ?? 'image/*', ref: sha256Hex(url) }
    : { type: 'image', mediaType: 'image/*', ref: url };
}
