import { type JsonObject, sha256Hex, type ToolSchema } from '../../../harness/index.ts';
import type { Tally } from '../report.ts';
import type { SourceBlock } from '../sink.ts';
import { asList, asObject, asText, parseArguments, textOrJson } from '../values.ts';

/** A text block, or none for an empty text. */
export function textBlocks(text: string | null): SourceBlock[] {
  return text === null || text === '' ? [] : [{ type: 'text', text }];
}

/** An image by its URL; inline data by the sha256 of what was left out. */
export function imageBlock(
  mediaType: string,
  data: string,
  tally: Tally,
  place: string,
): SourceBlock {
  if (!data.startsWith('data:') && /^[a-z]+:\/\//i.test(data)) {
    return { type: 'image', mediaType, ref: data };
  }
  tally.drop('image-bytes', place);
  return { type: 'image', mediaType, ref: `sha256:${sha256Hex(data)}` };
}

/** Tools as OpenAI-compatible or plain lists give them; entries without a name are left out. */
export function toolSchemas(value: unknown): ToolSchema[] {
  const tools: ToolSchema[] = [];
  for (const item of asList(value)) {
    const tool = asObject(asObject(item)?.function) ?? asObject(item);
    const name = asText(tool?.name);
    if (tool === null || name === null) continue;
    tools.push({
      name,
      description: asText(tool.description) ?? '',
      parameters:
        asObject(tool.parameters) ??
        asObject(tool.input_schema) ??
        asObject(tool.inputSchema) ??
        {},
    });
  }
  return tools;
}

/**
 * Content parts of the OpenAI, Anthropic, Cline and AI SDK families: text, reasoning, images, files, calls and results.
 * A part of an unknown type is tallied by its type.
 */
export function contentBlocks(content: unknown, tally: Tally, place: string): SourceBlock[] {
  if (typeof content === 'string') return textBlocks(content);
  const single = asObject(content);
  const list = single === null ? asList(content) : [single];
  return list.flatMap((item) => {
    if (typeof item === 'string') return textBlocks(item);
    const part = asObject(item);
    if (part === null) return [];
    return partBlocks(part, tally, place);
  });
}

function partBlocks(part: JsonObject, tally: Tally, place: string): SourceBlock[] {
  const type = asText(part.type) ?? 'untyped';
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'summary_text':
      if (part.cache_control !== undefined) tally.drop('cache-control', place);
      return textBlocks(asText(part.text) ?? asText(part.content));
    case 'refusal':
      return textBlocks(asText(part.refusal));
    case 'thinking':
    case 'reasoning':
      return reasoning(asText(part.thinking) ?? asText(part.text) ?? asText(part.reasoning));
    case 'redacted_thinking':
    case 'encrypted_content':
      tally.drop('encrypted-reasoning', place);
      return [];
    case 'image_url':
    case 'input_image':
    case 'image':
      return image(part, tally, place);
    case 'file':
    case 'input_file':
    case 'document':
      return file(part);
    case 'tool_use':
    case 'tool-call':
      return [
        {
          type: 'tool_call',
          callId: asText(part.id) ?? asText(part.toolCallId),
          name: asText(part.name) ?? asText(part.toolName) ?? 'unknown',
          arguments: parseArguments(part.input ?? part.args),
        },
      ];
    case 'tool_result':
    case 'tool-result':
      return resultBlocks(part, tally, place);
    default:
      tally.drop(`part:${type}`, place);
      return [];
  }
}

function reasoning(text: string | null): SourceBlock[] {
  return text === null || text === '' ? [] : [{ type: 'reasoning', text }];
}

function image(part: JsonObject, tally: Tally, place: string): SourceBlock[] {
  const source = asObject(part.source);
  const url = asText(part.image_url) ?? asText(asObject(part.image_url)?.url);
  const data = url ?? asText(source?.data) ?? asText(source?.url) ?? asText(part.image);
  if (data === null) {
    tally.drop('image-without-source', place);
    return [];
  }
  const mediaType = asText(source?.media_type) ?? asText(part.mediaType) ?? 'image/*';
  return [imageBlock(mediaType, data, tally, place)];
}

function file(part: JsonObject): SourceBlock[] {
  const name =
    asText(part.path) ??
    asText(part.filename) ??
    asText(part.title) ??
    asText(part.file_id) ??
    'file';
  const mediaType = asText(part.mediaType) ?? asText(part.media_type) ?? 'application/octet-stream';
  const content = asText(part.content);
  // An attached text file is part of what the model read.
  if (content !== null) return [{ type: 'text', text: `[file ${name}]\n${content}` }];
  return [{ type: 'file', mediaType, name }];
}

function resultBlocks(part: JsonObject, tally: Tally, place: string): SourceBlock[] {
  const output = asObject(part.output);
  const content =
    output !== null && typeof output.type === 'string' && 'value' in output
      ? output.value
      : (part.content ?? part.output ?? part.result);
  const inner = typeof content === 'object' && content !== null;
  const blocks = inner && isPartList(content) ? contentBlocks(content, tally, place) : [];
  const images = blocks.filter((block) => block.type === 'image');
  const text =
    inner && isPartList(content)
      ? blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
      : textOrJson(content);
  const isError =
    part.is_error === true ||
    part.isError === true ||
    (typeof output?.type === 'string' && output.type.startsWith('error'));
  return [
    {
      type: 'tool_result',
      callId: asText(part.tool_use_id) ?? asText(part.toolCallId),
      name: asText(part.name) ?? asText(part.toolName),
      text,
      isError,
    },
    ...images,
  ];
}

function isPartList(value: unknown): boolean {
  const list = asList(value);
  return list.length > 0 && list.every((item) => typeof asObject(item)?.type === 'string');
}
