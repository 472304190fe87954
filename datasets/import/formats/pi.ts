import type { JsonObject } from '../../../harness/index.ts';
import type { Importer, ImportTarget } from '../importer.ts';
import type { ConversationSink, SourceBlock } from '../sink.ts';
import type { ImportSource } from '../source.ts';
import { asNumber, asObject, asText, parseArguments, textOrJson } from '../values.ts';
import { contentBlocks } from './parts.ts';

/** pi sessions: a tree by id and parentId (the path from the newest leaf is read), or a plain list in older files. */
export const piImporter: Importer = {
  format: 'pi',
  source: 'recording',
  matches: ({ shape, first }) =>
    shape === 'json-lines' && first[0]?.type === 'session' && !('sessionId' in (first[0] ?? {})),
  async read(source, target) {
    const path = await pathToLeaf(source, target);
    const sink = target.conversation(null);
    for await (const { value, line } of source.lines()) {
      const record = asObject(value);
      const place = `line ${line}`;
      if (record === null) {
        target.tally.drop('not-a-record', place);
        continue;
      }
      const id = asText(record.id);
      if (path !== null && id !== null && record.type !== 'session' && !path.has(id)) {
        target.tally.drop('abandoned-branch', place);
        continue;
      }
      await addRecord({ record, place, sink, target });
    }
    await sink.close();
  },
};

/** Ids on the path from the last record to its root; null for files without a tree. */
async function pathToLeaf(source: ImportSource, target: ImportTarget): Promise<Set<string> | null> {
  const parents = new Map<string, string | null>();
  let leaf: string | null = null;
  for await (const { value } of source.lines()) {
    const record = asObject(value);
    const id = asText(record?.id);
    if (record === null || id === null || record.type === 'session') continue;
    if (parents.has(id)) target.tally.repair('duplicate-record-id', id);
    parents.set(id, asText(record.parentId));
    leaf = id;
  }
  if (leaf === null) return null;
  const path = new Set<string>();
  for (let at: string | null = leaf; at !== null; at = parents.get(at) ?? null) {
    if (path.has(at)) {
      target.tally.repair('cycle-in-parent-links', at);
      break;
    }
    path.add(at);
  }
  return path;
}

async function addRecord(options: {
  record: JsonObject;
  place: string;
  sink: ConversationSink;
  target: ImportTarget;
}): Promise<void> {
  const { record, place, sink, target } = options;
  const type = asText(record.type) ?? 'none';
  if (type === 'compaction') {
    sink.compaction({
      summary: asText(record.summary),
      tokensBefore: asNumber(record.tokensBefore),
      firstKeptId: asText(record.firstKeptEntryId),
    });
    return;
  }
  if (type === 'custom_message') {
    const content = contentBlocks(record.content, target.tally, place);
    await sink.message({ role: 'user', content, place });
    return;
  }
  const message = asObject(record.message);
  if (type !== 'message' || message === null) {
    target.tally.drop(`record:${type}`, place);
    return;
  }
  const role = asText(message.role);
  if (role === 'toolResult') {
    const blocks = contentBlocks(message.content, target.tally, place);
    const result: SourceBlock = {
      type: 'tool_result',
      callId: asText(message.toolCallId),
      name: asText(message.toolName),
      text: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
      isError: message.isError === true,
    };
    const images = blocks.filter((block) => block.type === 'image');
    await sink.message({ role: 'tool', content: [result, ...images], place });
  } else if (role === 'bashExecution') {
    // A command that the user ran by hand; the agent sees it as the user's text.
    const text = `Ran \`${textOrJson(message.command)}\` (exit ${textOrJson(message.exitCode)})\n${textOrJson(message.output)}`;
    await sink.message({ role: 'user', content: [{ type: 'text', text }], place });
  } else if (role === 'user' || role === 'assistant' || role === 'system') {
    const content = piBlocks(message.content, target, place);
    await sink.message({ role, content, place });
    const usage = asObject(message.usage);
    const input = asNumber(usage?.input);
    const output = asNumber(usage?.output);
    if (role === 'assistant' && input !== null && output !== null) {
      const cached = asNumber(usage?.cacheRead);
      const written = asNumber(usage?.cacheWrite) ?? 0;
      sink.usage({
        promptTokens: input + (cached ?? 0) + written,
        completionTokens: output,
        cachedTokens: cached,
      });
    }
  } else {
    target.tally.drop(`role:${role ?? 'none'}`, place);
  }
}

function piBlocks(content: unknown, target: ImportTarget, place: string): SourceBlock[] {
  if (!Array.isArray(content)) return contentBlocks(content, target.tally, place);
  return content.flatMap((item): SourceBlock[] => {
    const part = asObject(item);
    if (part?.type !== 'toolCall') return contentBlocks([item], target.tally, place);
    return [
      {
        type: 'tool_call',
        callId: asText(part.id),
        name: asText(part.name) ?? 'unknown',
        arguments: parseArguments(part.arguments),
      },
    ];
  });
}
