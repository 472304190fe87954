import type { JsonObject, Role } from '../../../harness/index.ts';
import type { Importer, ImportTarget } from '../importer.ts';
import type { ConversationSink, SourceBlock } from '../sink.ts';
import { asList, asNumber, asObject, asText, parseArguments, textOrJson } from '../values.ts';
import { contentBlocks, toolSchemas } from './parts.ts';

const ROLES: Record<string, Role> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  model: 'assistant',
  tool: 'tool',
  function: 'tool',
};

/** Adds one OpenAI-style chat message; also those of Ollama (arguments as objects, results by name) and LiteLLM logs. */
export async function addChatMessage(options: {
  sink: ConversationSink;
  target: ImportTarget;
  raw: JsonObject;
  place: string;
}): Promise<void> {
  const { sink, target, raw, place } = options;
  const role = ROLES[asText(raw.role) ?? ''];
  if (role === undefined) {
    target.tally.drop(`role:${textOrJson(raw.role) || 'none'}`, place);
    return;
  }
  if (role === 'tool') {
    const blocks = contentBlocks(raw.content, target.tally, place);
    const images = blocks.filter((block) => block.type === 'image');
    const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    const result: SourceBlock = {
      type: 'tool_result',
      callId: asText(raw.tool_call_id),
      name: asText(raw.name) ?? asText(raw.tool_name),
      text,
      isError: raw.is_error === true,
    };
    await sink.message({ role, content: [result, ...images], place });
    return;
  }
  const thinking =
    asText(raw.reasoning_content) ?? asText(raw.reasoning) ?? asText(raw.thinking) ?? '';
  const content: SourceBlock[] = [
    ...(thinking === '' ? [] : [{ type: 'reasoning' as const, text: thinking }]),
    ...contentBlocks(raw.content, target.tally, place),
    ...contentBlocks(asText(raw.refusal) ?? '', target.tally, place),
    ...chatCalls(raw),
  ];
  if (content.length === 0 && role === 'user') content.push({ type: 'text', text: '' });
  await sink.message({ role, content, place });
}

function chatCalls(raw: JsonObject): SourceBlock[] {
  const calls = asList(raw.tool_calls).map((item): SourceBlock => {
    const call = asObject(item) ?? {};
    const fn = asObject(call.function) ?? asObject(call.custom) ?? call;
    return {
      type: 'tool_call',
      callId: asText(call.id),
      name: asText(fn.name) ?? 'unknown',
      arguments: parseArguments(fn.arguments ?? fn.input ?? fn.args),
    };
  });
  const legacy = asObject(raw.function_call);
  if (legacy !== null && calls.length === 0) {
    calls.push({
      type: 'tool_call',
      callId: null,
      name: asText(legacy.name) ?? 'unknown',
      arguments: parseArguments(legacy.arguments),
    });
  }
  return calls;
}

const isChat = (item: JsonObject | undefined) =>
  item !== undefined && typeof item.role === 'string' && item.role in ROLES && !('parts' in item);

/** OpenAI chat messages: a request, a logged completion, or a bare list. */
export const openAiChatImporter: Importer = {
  format: 'openai-chat',
  source: 'recording',
  matches: ({ shape, keys, first }) =>
    (shape === 'object' && keys.has('messages')) || (shape === 'array' && isChat(first[0])),
  async read(source, target) {
    const sink = target.conversation(null);
    const bare = source.probe.shape === 'array';
    const root = bare ? null : (source.probe.first[0] ?? null);
    if (root !== null) addRoot(root, { sink, target });
    let index = 0;
    for await (const item of source.items(bare ? null : 'messages')) {
      index += 1;
      const raw = asObject(item);
      const place = `message ${index}`;
      if (raw === null) target.tally.drop('not-a-message', place);
      else await addChatMessage({ sink, target, raw, place });
    }
    const usage = asObject(asObject(root?.response)?.usage);
    const prompt = asNumber(usage?.prompt_tokens);
    const completion = asNumber(usage?.completion_tokens);
    if (prompt !== null && completion !== null) {
      sink.details({ loggedUsage: { promptTokens: prompt, completionTokens: completion } });
    }
    await sink.close();
  },
};

function addRoot(
  root: JsonObject,
  { sink, target }: { sink: ConversationSink; target: ImportTarget },
): void {
  sink.tools(toolSchemas(root.tools ?? asObject(root.kwargs)?.tools));
  const model = asText(root.model);
  if (model !== null) sink.details({ model });
  // The logged answer is no part of the context that was sent.
  if (root.response !== undefined) target.tally.drop('logged-response', 'response');
}

/** OpenAI fine-tuning data: one conversation a line. */
export const openAiFineTuneImporter: Importer = {
  format: 'openai-finetune',
  source: 'recording',
  matches: ({ shape, first }) =>
    shape === 'json-lines' &&
    first.length > 0 &&
    first.every((item) => Array.isArray(item.messages)),
  async read(source, target) {
    for await (const { value, line } of source.lines()) {
      const root = asObject(value);
      const place = `line ${line}`;
      if (root === null || !Array.isArray(root.messages)) {
        target.tally.drop('not-a-conversation', place);
        continue;
      }
      const sink = target.conversation(String(line));
      sink.tools(toolSchemas(root.tools));
      for (const [index, item] of asList(root.messages).entries()) {
        const raw = asObject(item);
        if (raw === null) target.tally.drop('not-a-message', `${place}, message ${index + 1}`);
        else {
          await addChatMessage({ sink, target, raw, place: `${place}, message ${index + 1}` });
        }
      }
      await sink.close();
    }
  },
};

/** OpenAI chat messages, one a line. */
export const chatLinesImporter: Importer = {
  format: 'openai-chat-lines',
  source: 'documentation',
  matches: ({ shape, first }) =>
    shape === 'json-lines' && isChat(first[0]) && 'content' in (first[0] ?? {}),
  async read(source, target) {
    const sink = target.conversation(null);
    for await (const { value, line } of source.lines()) {
      const raw = asObject(value);
      if (raw === null) target.tally.drop('not-a-message', `line ${line}`);
      else await addChatMessage({ sink, target, raw, place: `line ${line}` });
    }
    await sink.close();
  },
};
