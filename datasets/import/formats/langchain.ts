import type { Json, JsonObject, Role } from '../../../harness/index.ts';
import type { Importer, ImportTarget } from '../importer.ts';
import type { ConversationSink, SourceBlock } from '../sink.ts';
import { asList, asNumber, asObject, asText, parseArguments } from '../values.ts';
import { contentBlocks } from './parts.ts';

const ROLES: Record<string, Role> = {
  system: 'system',
  human: 'user',
  HumanMessage: 'user',
  ai: 'assistant',
  AIMessage: 'assistant',
  AIMessageChunk: 'assistant',
  tool: 'tool',
  function: 'tool',
  chat: 'user',
};

/** A message's own fields and type word, from either dump: `{ type, data }`, or `{ lc, id, kwargs }`. */
function unwrap(item: JsonObject): { type: string; data: JsonObject } | null {
  const kwargs = asObject(item.kwargs);
  if (kwargs !== null) {
    const name = asText(asList(item.id).at(-1)) ?? '';
    const type = asText(kwargs.type) ?? name.replace(/Message(Chunk)?$/, '').toLowerCase();
    return { type, data: kwargs };
  }
  const data = asObject(item.data);
  if (data !== null) return { type: asText(item.type) ?? '', data };
  const type = asText(item.type);
  return type === null ? null : { type, data: item };
}

async function addMessage(options: {
  sink: ConversationSink;
  target: ImportTarget;
  item: Json;
  place: string;
}): Promise<void> {
  const { sink, target, item, place } = options;
  const wrapped = asObject(item);
  const message = wrapped === null ? null : unwrap(wrapped);
  const role = message === null ? undefined : ROLES[message.type];
  if (message === null || role === undefined) {
    target.tally.drop(`type:${message?.type ?? 'none'}`, place);
    return;
  }
  const { data } = message;
  const blocks = contentBlocks(data.content, target.tally, place);
  if (role === 'tool') {
    const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    const result: SourceBlock = {
      type: 'tool_result',
      callId: asText(data.tool_call_id),
      name: asText(data.name),
      text,
      isError: data.status === 'error',
    };
    const images = blocks.filter((block) => block.type === 'image');
    await sink.message({ role, content: [result, ...images], place });
    return;
  }
  // Anthropic-style content repeats the calls that stand in tool_calls.
  const calls = [...asList(data.tool_calls), ...asList(data.invalid_tool_calls)].map(toCall);
  const own = calls.length > 0 ? blocks.filter((block) => block.type !== 'tool_call') : blocks;
  await sink.message({ role, content: [...own, ...calls], place });
  const usage = asObject(data.usage_metadata);
  const prompt = asNumber(usage?.input_tokens);
  const completion = asNumber(usage?.output_tokens);
  if (role === 'assistant' && prompt !== null && completion !== null) {
    const cached = asNumber(asObject(usage?.input_token_details)?.cache_read);
    sink.usage({ promptTokens: prompt, completionTokens: completion, cachedTokens: cached });
  }
}

function toCall(item: unknown): SourceBlock {
  const call = asObject(item) ?? {};
  return {
    type: 'tool_call',
    callId: asText(call.id),
    name: asText(call.name) ?? 'unknown',
    arguments: parseArguments(call.args),
  };
}

const isDumped = (value: unknown) => {
  const item = asObject(value);
  return (
    item !== null &&
    ((item.lc === 1 && asObject(item.kwargs) !== null) ||
      (typeof item.type === 'string' && item.type in ROLES && asObject(item.data) !== null))
  );
};

/** LangChain dumps: `dumpd` objects, `messages_to_dict`, and LangSmith's lists of lists (one conversation each). */
export const langChainImporter: Importer = {
  format: 'langchain',
  source: 'recording',
  matches: ({ shape, first }) =>
    (shape === 'array' && isDumped(first[0])) ||
    (shape === 'object' && isDumped(lists(first[0])[0]?.[0])),
  async read(source, target) {
    if (source.probe.shape === 'object') {
      const root = asObject(await source.document()) ?? {};
      for (const [number, list] of lists(root).entries()) {
        const sink = target.conversation(String(number + 1));
        for (const [index, item] of list.entries()) {
          await addMessage({
            sink,
            target,
            item,
            place: `list ${number + 1}, message ${index + 1}`,
          });
        }
        await sink.close();
      }
      return;
    }
    const sink = target.conversation(null);
    let index = 0;
    for await (const item of source.items(null)) {
      index += 1;
      await addMessage({ sink, target, item, place: `message ${index}` });
    }
    await sink.close();
  },
};

/** The message lists of a LangSmith run: `messages` or `inputs.messages`, flat or nested once. */
function lists(root: JsonObject | undefined): Json[][] {
  const messages = asList(root?.messages ?? asObject(root?.inputs)?.messages);
  if (messages.length === 0) return [];
  return Array.isArray(messages[0]) ? messages.map((item) => asList(item)) : [messages];
}
