import type { Importer } from '../importer.ts';
import { asList, asObject, asText } from '../values.ts';
import { addChatMessage } from './openai-chat.ts';
import { toolSchemas } from './parts.ts';

/** Ollama's chat requests: arguments are objects, calls have no ids, results name their tool. */
export const ollamaImporter: Importer = {
  format: 'ollama',
  source: 'recording',
  matches: ({ shape, first }) =>
    shape === 'object' &&
    asList(first[0]?.messages).some((item) => {
      const message = asObject(item);
      return (
        message !== null &&
        ('tool_name' in message ||
          asList(message.tool_calls).some(
            (call) => asObject(asObject(asObject(call)?.function)?.arguments) !== null,
          ))
      );
    }),
  async read(source, target) {
    const root = source.probe.first[0] ?? {};
    const sink = target.conversation(null);
    sink.tools(toolSchemas(root.tools));
    const model = asText(root.model);
    if (model !== null) sink.details({ model });
    for (const [index, item] of asList(root.messages).entries()) {
      const raw = asObject(item);
      const place = `message ${index + 1}`;
      if (raw === null) target.tally.drop('not-a-message', place);
      else await addChatMessage({ sink, target, raw, place });
    }
    await sink.close();
  },
};
