import type { JsonObject, Role } from '../../../harness/index.ts';
import type { Importer, ImportTarget } from '../importer.ts';
import type { SourceBlock } from '../sink.ts';
import { asList, asNumber, asObject, asText, parseArguments, textOrJson } from '../values.ts';
import { contentBlocks, imageBlock, textBlocks } from './parts.ts';

/** Gemini CLI: API contents (`role`, `parts`), or its saved sessions (`messages` of type user and gemini). */
export const geminiImporter: Importer = {
  format: 'gemini-cli',
  source: 'recording',
  matches: ({ shape, first, keys }) =>
    (shape === 'array' &&
      first.length > 0 &&
      first.every((item) => Array.isArray(item.parts) && !('id' in item))) ||
    (shape === 'object' && keys.has('contents')) ||
    (shape === 'object' &&
      keys.has('messages') &&
      asList(first[0]?.messages).some((item) => asObject(item)?.type === 'gemini')),
  async read(source, target) {
    const sink = target.conversation(null);
    const root = source.probe.first[0] ?? {};
    if (source.probe.shape === 'object' && source.probe.keys.has('messages')) {
      for (const [index, item] of asList(root.messages).entries()) {
        const message = asObject(item) ?? {};
        await addSaved({ message, place: `message ${index + 1}`, target, sink });
      }
    } else {
      let index = 0;
      const key = source.probe.shape === 'array' ? null : 'contents';
      for await (const item of source.items(key)) {
        index += 1;
        const raw = asObject(item) ?? {};
        const place = `content ${index}`;
        const role = raw.role === 'model' ? 'assistant' : 'user';
        const content = asList(raw.parts).flatMap((part) =>
          partBlocks(asObject(part) ?? {}, target, place),
        );
        const snapshot = content.find(
          (block) => block.type === 'text' && block.text.startsWith('<state_snapshot>'),
        );
        if (snapshot?.type === 'text' && role === 'user') {
          sink.compaction({ summary: snapshot.text, tokensBefore: null, firstKeptId: null });
          await sink.message({ role, content, place, created: { by: 'recorded', replaces: [] } });
        } else await sink.message({ role: role as Role, content, place });
      }
    }
    await sink.close();
  },
};

function partBlocks(part: JsonObject, target: ImportTarget, place: string): SourceBlock[] {
  if (part.thoughtSignature !== undefined) target.tally.drop('thought-signature', place);
  const call = asObject(part.functionCall);
  if (call !== null) {
    return [
      {
        type: 'tool_call',
        callId: asText(call.id),
        name: asText(call.name) ?? 'unknown',
        arguments: parseArguments(call.args),
      },
    ];
  }
  const response = asObject(part.functionResponse);
  if (response !== null) {
    const body = asObject(response.response);
    const error = body?.error;
    return [
      {
        type: 'tool_result',
        callId: asText(response.id),
        name: asText(response.name),
        text: textOrJson(error ?? body?.output ?? response.response),
        isError: error !== undefined,
      },
    ];
  }
  const inline = asObject(part.inlineData);
  if (inline !== null) {
    const type = asText(inline.mimeType) ?? 'application/octet-stream';
    return [imageBlock(type, `data:${asText(inline.data) ?? ''}`, target.tally, place)];
  }
  if (typeof part.text !== 'string') {
    target.tally.drop(`part:${Object.keys(part)[0] ?? 'empty'}`, place);
    return [];
  }
  if (part.thought === true) return [{ type: 'reasoning', text: part.text }];
  return textBlocks(part.text);
}

async function addSaved(options: {
  message: JsonObject;
  place: string;
  target: ImportTarget;
  sink: ReturnType<ImportTarget['conversation']>;
}): Promise<void> {
  const { message, place, target, sink } = options;
  if (message.type === 'user') {
    const content = contentBlocks(message.content, target.tally, place);
    await sink.message({ role: 'user', content, place });
    return;
  }
  if (message.type !== 'gemini') {
    target.tally.drop(`record:${textOrJson(message.type) || 'none'}`, place);
    return;
  }
  const calls = asList(message.toolCalls).map((item) => asObject(item) ?? {});
  const content: SourceBlock[] = [
    ...asList(message.thoughts).map((item): SourceBlock => {
      const thought = asObject(item);
      return {
        type: 'reasoning',
        text: `${textOrJson(thought?.subject)} ${textOrJson(thought?.description)}`.trim(),
      };
    }),
    ...contentBlocks(message.content, target.tally, place),
    ...calls.map(
      (call): SourceBlock => ({
        type: 'tool_call',
        callId: asText(call.id),
        name: asText(call.name) ?? 'unknown',
        arguments: parseArguments(call.args),
      }),
    ),
  ];
  await sink.message({ role: 'assistant', content, place });
  const tokens = asObject(message.tokens);
  const input = asNumber(tokens?.input);
  const output = asNumber(tokens?.output);
  if (input !== null && output !== null) {
    sink.usage({
      promptTokens: input,
      completionTokens: output,
      cachedTokens: asNumber(tokens?.cached),
    });
  }
  for (const call of calls) {
    const parts = asList(call.result).flatMap((part) =>
      partBlocks(asObject(part) ?? {}, target, place),
    );
    const result = parts.find((block) => block.type === 'tool_result');
    const text = result?.type === 'tool_result' ? result.text : textOrJson(call.resultDisplay);
    const isError = call.status === 'error';
    await sink.message({
      role: 'tool',
      content: [
        { type: 'tool_result', callId: asText(call.id), name: asText(call.name), text, isError },
      ],
      place,
    });
  }
}
