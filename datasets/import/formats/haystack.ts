import type { JsonObject, Role } from '../../../harness/index.ts';
import type { Importer } from '../importer.ts';
import type { Tally } from '../report.ts';
import type { SourceBlock } from '../sink.ts';
import { asList, asObject, asText, parseArguments, textOrJson } from '../values.ts';
import { imageBlock, textBlocks } from './parts.ts';

/** Haystack `ChatMessage.to_dict()`: parts are known by their only key. Also the older `_role`, `_content` names. */
export const haystackImporter: Importer = {
  format: 'haystack',
  source: 'recording',
  matches: ({ shape, first }) => {
    const item = first[0];
    if (shape !== 'array' || item === undefined) return false;
    if ('_content' in item) return true;
    const part = asObject(asList(item.content)[0]);
    return (
      part !== null &&
      !('type' in part) &&
      ('text' in part || 'tool_call' in part || 'tool_call_result' in part)
    );
  },
  async read(source, target) {
    const sink = target.conversation(null);
    let index = 0;
    for await (const item of source.items(null)) {
      index += 1;
      const place = `message ${index}`;
      const raw = asObject(item);
      const role = asText(raw?.role ?? raw?._role);
      if (
        raw === null ||
        role === null ||
        !['system', 'user', 'assistant', 'tool'].includes(role)
      ) {
        target.tally.drop(`role:${role ?? 'none'}`, place);
        continue;
      }
      const content = asList(raw.content ?? raw._content).flatMap((part) =>
        partBlocks(asObject(part) ?? {}, target.tally, place),
      );
      const meta = asObject(raw.meta ?? raw._meta);
      const compaction = asObject(meta?.context_compaction);
      await sink.message({
        role: role as Role,
        content,
        place,
        ...(compaction === null
          ? {}
          : { created: { by: asText(compaction.strategy) ?? 'unknown', replaces: [] } }),
        ...(meta === null || Object.keys(meta).length === 0 ? {} : { meta }),
      });
    }
    await sink.close();
  },
};

function partBlocks(part: JsonObject, tally: Tally, place: string): SourceBlock[] {
  const call = asObject(part.tool_call);
  if (call !== null) {
    return [
      {
        type: 'tool_call',
        callId: asText(call.id),
        name: asText(call.tool_name) ?? 'unknown',
        arguments: parseArguments(call.arguments),
      },
    ];
  }
  const result = asObject(part.tool_call_result);
  if (result !== null) {
    const origin = asObject(result.origin);
    return [
      {
        type: 'tool_result',
        callId: asText(origin?.id),
        name: asText(origin?.tool_name),
        text: textOrJson(result.result),
        isError: result.error === true,
      },
    ];
  }
  if (typeof part.text === 'string') return textBlocks(part.text);
  const reasoning = asText(asObject(part.reasoning)?.reasoning_text);
  if (reasoning !== null) return [{ type: 'reasoning', text: reasoning }];
  const image = asObject(part.image);
  if (image !== null) {
    const type = asText(image.mime_type) ?? 'image/*';
    return [imageBlock(type, `data:${asText(image.base64_image) ?? ''}`, tally, place)];
  }
  tally.drop(`part:${Object.keys(part)[0] ?? 'empty'}`, place);
  return [];
}
