import type { JsonObject } from '../../../harness/index.ts';
import type { Importer, ImportTarget } from '../importer.ts';
import type { ConversationSink, SourceBlock } from '../sink.ts';
import { asList, asNumber, asObject, asText, parseArguments, textOrJson } from '../values.ts';
import { contentBlocks } from './parts.ts';
import { createStepWriter } from './steps.ts';

/** OpenCode exports (`opencode export`): messages with `info` and typed `parts`; a tool part holds call and result. */
export const openCodeImporter: Importer = {
  format: 'opencode',
  source: 'documentation',
  matches: ({ shape, keys, first }) =>
    shape === 'object' &&
    keys.has('messages') &&
    asList(first[0]?.messages).some((item) => {
      const message = asObject(item);
      return asObject(message?.info) !== null && Array.isArray(message?.parts);
    }),
  async read(source, target) {
    const root = asObject(await source.document()) ?? {};
    const sink = target.conversation(null);
    sink.details({ version: asText(asObject(root.info)?.version) });
    for (const [index, item] of asList(root.messages).entries()) {
      const message = asObject(item) ?? {};
      const info = asObject(message.info) ?? {};
      const place = `message ${index + 1}`;
      const parts = asList(message.parts).map((part) => asObject(part) ?? {});
      if (info.summary === true) {
        const summary = parts.flatMap((part) => asText(part.text) ?? []).join('\n');
        sink.compaction({ summary, tokensBefore: null, firstKeptId: null });
        continue;
      }
      if (info.role === 'user') {
        const content = parts.flatMap((part) => plainBlocks(part, target, place));
        await sink.message({ role: 'user', content, place });
      } else if (info.role === 'assistant') {
        await addSteps({ sink, target, parts, place });
        const tokens = asObject(info.tokens);
        const input = asNumber(tokens?.input);
        const output = asNumber(tokens?.output);
        if (input !== null && output !== null) {
          const cached = asNumber(asObject(tokens?.cache)?.read);
          sink.usage({
            promptTokens: input + (cached ?? 0),
            completionTokens: output,
            cachedTokens: cached,
          });
        }
      } else target.tally.drop(`role:${textOrJson(info.role) || 'none'}`, place);
    }
    await sink.close();
  },
};

function plainBlocks(part: JsonObject, target: ImportTarget, place: string): SourceBlock[] {
  if (
    ['step-start', 'step-finish', 'snapshot', 'patch', 'agent', 'compaction'].includes(
      String(part.type),
    )
  ) {
    target.tally.drop(`part:${textOrJson(part.type)}`, place);
    return [];
  }
  if (part.synthetic === true) target.tally.repair('synthetic-text-kept', place);
  return contentBlocks([part], target.tally, place);
}

async function addSteps(options: {
  sink: ConversationSink;
  target: ImportTarget;
  parts: JsonObject[];
  place: string;
}): Promise<void> {
  const { sink, target, parts, place } = options;
  const steps = createStepWriter(sink, place);
  for (const part of parts) {
    if (part.type !== 'tool') {
      await steps.add(...plainBlocks(part, target, place));
      continue;
    }
    const state = asObject(part.state) ?? {};
    const callId = asText(part.callID);
    const name = asText(part.tool) ?? 'unknown';
    const ended = state.status === 'completed' || state.status === 'error';
    const isError = state.status === 'error';
    const text = textOrJson(isError ? state.error : state.output);
    steps.call(
      { type: 'tool_call', callId, name, arguments: parseArguments(state.input) },
      ended ? { type: 'tool_result', callId, name, text, isError } : null,
    );
  }
  await steps.flush();
}
