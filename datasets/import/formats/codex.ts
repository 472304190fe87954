import type { JsonObject } from '../../../harness/index.ts';
import type { Importer } from '../importer.ts';
import type { ConversationSink } from '../sink.ts';
import { asList, asNumber, asObject, asText } from '../values.ts';
import { createResponsesReader } from './openai-responses.ts';

/** Codex rollouts: `response_item` records hold the conversation, `event_msg` repeats it; `compacted` marks a compaction. */
export const codexImporter: Importer = {
  format: 'codex',
  source: 'recording',
  matches: ({ shape, first }) =>
    shape === 'json-lines' &&
    first.some((item) =>
      ['session_meta', 'response_item', 'turn_context'].includes(String(item.type)),
    ),
  async read(source, target) {
    const { tally } = target;
    const sink = target.conversation(null);
    const reader = createResponsesReader(sink, target);
    let sawInstructions = false;
    for await (const { value, line } of source.lines()) {
      const record = asObject(value);
      const place = `line ${line}`;
      const payload = asObject(record?.payload) ?? {};
      const type = asText(record?.type) ?? 'none';
      if (type === 'response_item') {
        await reader.add(payload, place);
      } else if (type === 'compacted') {
        await reader.flush();
        const message = asText(payload.message);
        const summary = message === null || message === '' ? null : message;
        sink.compaction({ summary, tokensBefore: null, firstKeptId: null });
        tally.drop('replacement-history-item', place, asList(payload.replacement_history).length);
      } else if (type === 'event_msg' && payload.type === 'token_count') {
        await reader.flush();
        addUsage(sink, asObject(asObject(payload.info)?.last_token_usage));
        tally.drop('event_msg:token_count', place);
      } else if (type === 'session_meta') {
        const instructions = asText(asObject(payload.base_instructions)?.text);
        if (instructions !== null && !sawInstructions) {
          sawInstructions = true;
          const content = [{ type: 'text' as const, text: instructions }];
          await sink.message({ role: 'system', content, place });
          sink.details({ version: asText(payload.cli_version) });
        } else tally.drop('session_meta', place);
      } else {
        const inner = asText(payload.type);
        tally.drop(type === 'event_msg' ? `event_msg:${inner ?? 'none'}` : type, place);
      }
    }
    await reader.flush();
    await sink.close();
  },
};

function addUsage(sink: ConversationSink, usage: JsonObject | null): void {
  const prompt = asNumber(usage?.input_tokens);
  const completion = asNumber(usage?.output_tokens);
  if (prompt === null || completion === null) return;
  sink.usage({
    promptTokens: prompt,
    completionTokens: completion,
    cachedTokens: asNumber(usage?.cached_input_tokens),
  });
}
