import type { JsonObject } from '../../../harness/index.ts';
import type { Importer, ImportTarget } from '../importer.ts';
import type { ConversationSink, SourceBlock } from '../sink.ts';
import { asList, asObject, asText, parseArguments, textOrJson } from '../values.ts';
import { contentBlocks, toolSchemas } from './parts.ts';

/** Adds Responses items; adjacent assistant items become one message. `flush` writes the last one. */
export interface ResponsesReader {
  add(item: JsonObject, place: string): Promise<void>;
  flush(): Promise<void>;
}

/** A reader of Responses items, as they stand in requests and in Codex rollouts. */
export function createResponsesReader(
  sink: ConversationSink,
  target: ImportTarget,
): ResponsesReader {
  let pending: SourceBlock[] = [];
  let pendingPlace = '';

  async function flush(): Promise<void> {
    if (pending.length === 0) return;
    const content = pending;
    pending = [];
    await sink.message({ role: 'assistant', content, place: pendingPlace });
  }

  function assistant(blocks: SourceBlock[], place: string): void {
    if (pending.length === 0) pendingPlace = place;
    pending.push(...blocks);
  }

  async function result(item: JsonObject, place: string): Promise<void> {
    await flush();
    const blocks =
      typeof item.output === 'object' ? contentBlocks(item.output, target.tally, place) : [];
    const text =
      typeof item.output === 'object' && blocks.length > 0
        ? blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
        : textOrJson(item.output ?? item.tools);
    const images = blocks.filter((block) => block.type === 'image');
    const content: SourceBlock[] = [
      { type: 'tool_result', callId: asText(item.call_id), name: null, text, isError: false },
      ...images,
    ];
    await sink.message({ role: 'tool', content, place });
  }

  return {
    flush,
    async add(item, place) {
      const type = asText(item.type) ?? (typeof item.role === 'string' ? 'message' : 'untyped');
      switch (type) {
        case 'message': {
          const blocks = contentBlocks(item.content, target.tally, place);
          if (item.role === 'assistant') {
            if (pending.some((block) => block.type === 'tool_call')) await flush();
            assistant(blocks, place);
            return;
          }
          await flush();
          const role = item.role === 'user' ? 'user' : 'system';
          await sink.message({ role, content: blocks, place });
          return;
        }
        case 'reasoning': {
          const texts = [
            ...contentBlocks(item.summary, target.tally, place),
            ...contentBlocks(item.content, target.tally, place),
          ];
          const text = texts.flatMap((block) => ('text' in block ? [block.text] : [])).join('\n');
          if (item.encrypted_content !== undefined && item.encrypted_content !== null) {
            target.tally.drop('encrypted-reasoning', place);
          }
          if (pending.some((block) => block.type === 'tool_call')) await flush();
          if (text !== '') assistant([{ type: 'reasoning', text }], place);
          return;
        }
        case 'function_call':
        case 'custom_tool_call':
        case 'tool_search_call':
        case 'local_shell_call':
        case 'mcp_call':
          assistant([callBlock(item, type)], place);
          return;
        case 'function_call_output':
        case 'custom_tool_call_output':
        case 'tool_search_output':
        case 'local_shell_call_output':
          await result(item, place);
          return;
        default:
          target.tally.drop(`item:${type}`, place);
      }
    },
  };
}

function callBlock(item: JsonObject, type: string): SourceBlock {
  return {
    type: 'tool_call',
    callId: asText(item.call_id) ?? asText(item.id),
    name: asText(item.name) ?? type.replace(/_call$/, ''),
    arguments: parseArguments(item.arguments ?? item.input ?? item.action),
  };
}

const ITEM_TYPES = new Set(['message', 'function_call', 'function_call_output', 'reasoning']);

/** OpenAI Responses: a request with its input items, or a bare list of items. */
export const openAiResponsesImporter: Importer = {
  format: 'openai-responses',
  source: 'recording',
  matches: ({ shape, keys, first }) =>
    (shape === 'object' && keys.has('input') && !keys.has('messages') && !keys.has('samples')) ||
    (shape === 'array' &&
      first.some((item) => item.type === 'function_call' || item.type === 'function_call_output') &&
      first.every((item) => ITEM_TYPES.has(String(item.type)) || 'role' in item)),
  async read(source, target) {
    const sink = target.conversation(null);
    const bare = source.probe.shape === 'array';
    const root = bare ? null : (source.probe.first[0] ?? null);
    sink.tools(toolSchemas(root?.tools));
    const instructions = asText(root?.instructions);
    if (instructions !== null && instructions !== '') {
      await sink.message({
        role: 'system',
        content: [{ type: 'text', text: instructions }],
        place: 'instructions',
      });
    }
    const reader = createResponsesReader(sink, target);
    if (typeof root?.input === 'string') {
      await reader.add({ type: 'message', role: 'user', content: root.input }, 'input');
    }
    let index = 0;
    for await (const item of source.items(bare ? null : 'input')) {
      index += 1;
      const object = asObject(item);
      if (object === null) target.tally.drop('not-an-item', `item ${index}`);
      else await reader.add(object, `item ${index}`);
    }
    for (const item of asList(root?.output)) {
      const object = asObject(item);
      if (object !== null) await reader.add(object, 'output');
    }
    await reader.flush();
    await sink.close();
  },
};
