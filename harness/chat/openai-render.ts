import { canonicalJson } from '../hash.ts';
import type { Block, JsonObject, Message, Origin, ToolCallBlock } from '../types/index.ts';
import { COMPACTION_META_KEY, madeByStrategy } from '../units.ts';
import {
  CHECKPOINT_NAME_SUFFIX,
  COMPACTOR_NAME_PREFIX,
  type OpenAiChat,
  parseOpenAiChat,
} from './openai-parse.ts';

/** Longest `name` that the OpenAI API takes. */
const NAME_LENGTH = 64;

/**
 * Renders a context as OpenAI chat messages. A message that `origins` calls kept comes out as the JSON that it was read
 * from; in one that was replaced, the calls that are still the same keep their argument text to the letter. Messages that
 * a compactor made carry `name: compactor_<strategy>`, by which {@link parseOpenAiChat} knows them again. Without
 * `source` (a context that was never OpenAI chat) every message is rendered from its blocks.
 */
export function renderOpenAiChat(
  messages: readonly Message[],
  source?: { chat: OpenAiChat; origins: readonly Origin[] },
): JsonObject[] {
  const rawById = new Map(
    source?.chat.messages.map(({ id }, index) => [id, source.chat.raw[index] ?? {}]),
  );
  return messages.map((message, index) => {
    const origin = source?.origins[index];
    if (origin?.type === 'kept') return rawById.get(origin.id) ?? renderOpenAiMessage(message, []);
    const from = (origin?.ids ?? []).map((id) => rawById.get(id));
    return renderOpenAiMessage(
      message,
      from.filter((raw) => raw !== undefined),
    );
  });
}

function renderOpenAiMessage(message: Message, from: readonly JsonObject[]): JsonObject {
  const [result] = message.content.filter((block) => block.type === 'tool_result');
  const name = renderName(message);
  if (message.role === 'tool' && result) {
    return {
      role: 'tool',
      tool_call_id: result.callId,
      content: result.text,
      ...(name ?? (result.name === null ? null : { name: result.name })),
      ...(result.isError ? { is_error: true } : null),
    };
  }
  const calls = message.content.filter((block) => block.type === 'tool_call');
  const content = renderContent(message.content);
  return {
    role: message.role,
    content: content === '' && calls.length > 0 && !hasText(message) ? null : content,
    ...name,
    ...(calls.length === 0 ? null : { tool_calls: calls.map((call) => renderCall(call, from)) }),
  };
}

function hasText(message: Message): boolean {
  return message.content.some(({ type }) => type === 'text');
}

/** `{ name }` of a message that a compactor made, else null. Letters that the API refuses become `_`. */
function renderName(message: Message): { name: string } | null {
  const strategy = madeByStrategy(message);
  if (strategy === null) return null;
  const end = isCheckpoint(message) ? CHECKPOINT_NAME_SUFFIX : '';
  const start = COMPACTOR_NAME_PREFIX + strategy.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return { name: start.slice(0, NAME_LENGTH - end.length) + end };
}

function isCheckpoint({ meta }: Message): boolean {
  const mark = meta?.[COMPACTION_META_KEY];
  return (
    typeof mark === 'object' && mark !== null && !Array.isArray(mark) && mark.checkpoint === true
  );
}

/** One text where there is nothing else, else a list of parts. Reasoning is never sent back. */
function renderContent(blocks: readonly Block[]): string | JsonObject[] {
  const parts = blocks.flatMap((block): JsonObject[] => {
    switch (block.type) {
      case 'text':
        return [{ type: 'text', text: block.text }];
      case 'image':
        return [renderImage(block.ref)];
      case 'file':
        return [{ type: 'file', file: { filename: block.name } }];
      default:
        return [];
    }
  });
  if (parts.length === 0) return '';
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' ? String(only.text) : parts;
}

/** An image whose bytes were left out cannot be sent again: a text says that it was there. */
function renderImage(ref: string): JsonObject {
  return /^[0-9a-f]{64}$/.test(ref)
    ? { type: 'text', text: `[image ${ref.slice(0, 12)} left out]` }
    : { type: 'image_url', image_url: { url: ref } };
}

function renderCall(call: ToolCallBlock, from: readonly JsonObject[]): JsonObject {
  const text =
    typeof call.arguments === 'string'
      ? call.arguments
      : (sameArgumentText(call, from) ?? JSON.stringify(call.arguments));
  return { id: call.callId, type: 'function', function: { name: call.name, arguments: text } };
}

/** The text of the arguments in the message that was replaced, where the call is still the same. */
function sameArgumentText(call: ToolCallBlock, from: readonly JsonObject[]): string | null {
  const wanted = canonicalJson(call);
  for (const raw of from) {
    const [message] = parseOpenAiChat([raw], 'replaced message').messages;
    const index = message?.content
      .filter((block) => block.type === 'tool_call')
      .findIndex((block) => canonicalJson(block) === wanted);
    const calls = raw.tool_calls as { function: { arguments: unknown } }[] | undefined;
    const text = index === undefined ? undefined : calls?.[index]?.function.arguments;
    if (typeof text === 'string') return text;
  }
  return null;
}
