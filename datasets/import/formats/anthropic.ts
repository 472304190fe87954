import type { JsonObject, Role } from '../../../harness/index.ts';
import type { Importer, ImportTarget } from '../importer.ts';
import type { ConversationSink } from '../sink.ts';
import { asObject, asText } from '../values.ts';
import { contentBlocks, toolSchemas } from './parts.ts';

/** Adds one message whose content is Anthropic's: blocks of text, tool_use, tool_result, thinking, images. */
export async function addAnthropicMessage(options: {
  sink: ConversationSink;
  target: ImportTarget;
  raw: JsonObject;
  place: string;
}): Promise<void> {
  const { sink, target, raw, place } = options;
  const role = asText(raw.role);
  if (role !== 'user' && role !== 'assistant' && role !== 'system') {
    target.tally.drop(`role:${role ?? 'none'}`, place);
    return;
  }
  const content = contentBlocks(raw.content, target.tally, place);
  await sink.message({ role: role as Role, content, place });
}

/** Anthropic Messages requests: system apart, results as blocks of user messages. */
export const anthropicImporter: Importer = {
  format: 'anthropic-messages',
  source: 'recording',
  matches: ({ shape, first, keys }) => {
    if (shape !== 'object' || !keys.has('messages')) return false;
    const root = first[0];
    if (root === undefined) return keys.has('system') && keys.has('max_tokens');
    return 'system' in root || hasAnthropicBlocks(root.messages);
  },
  async read(source, target) {
    const root = source.probe.first[0] ?? {};
    const sink = target.conversation(null);
    sink.tools(toolSchemas(root.tools));
    const model = asText(root.model);
    if (model !== null) sink.details({ model });
    const system = contentBlocks(root.system, target.tally, 'system');
    if (system.length > 0) await sink.message({ role: 'system', content: system, place: 'system' });
    let index = 0;
    for await (const item of source.items('messages')) {
      index += 1;
      const raw = asObject(item);
      const place = `message ${index}`;
      if (raw === null) target.tally.drop('not-a-message', place);
      else await addAnthropicMessage({ sink, target, raw, place });
    }
    await sink.close();
  },
};

function hasAnthropicBlocks(messages: unknown): boolean {
  return (
    Array.isArray(messages) &&
    messages.some((item) => {
      const content = asObject(item)?.content;
      return (
        Array.isArray(content) &&
        content.some((part) =>
          ['tool_use', 'tool_result', 'thinking'].includes(String(asObject(part)?.type)),
        )
      );
    })
  );
}
