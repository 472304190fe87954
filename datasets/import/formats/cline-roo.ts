import type { JsonObject } from '../../../harness/index.ts';
import type { Importer } from '../importer.ts';
import type { ConversationSink, SourceBlock } from '../sink.ts';
import { asList, asNumber, asObject, asText } from '../values.ts';
import { contentBlocks } from './parts.ts';

/** Cline sessions and their compacted form: Anthropic-style messages with times, metrics and a system prompt. */
export const clineImporter: Importer = {
  format: 'cline',
  source: 'recording',
  matches: ({ shape, keys, first }) =>
    shape === 'object' &&
    keys.has('messages') &&
    (keys.has('system_prompt') || 'sessionId' in (first[0] ?? {})),
  async read(source, target) {
    const root = asObject(await source.document()) ?? {};
    const sink = target.conversation(null);
    const system = asText(root.system_prompt);
    if (system !== null) {
      await sink.message({
        role: 'system',
        content: [{ type: 'text', text: system }],
        place: 'system_prompt',
      });
    }
    for (const [index, item] of asList(root.messages).entries()) {
      const raw = asObject(item);
      const place = `message ${index + 1}`;
      if (raw === null || (raw.role !== 'user' && raw.role !== 'assistant')) {
        target.tally.drop('not-a-message', place);
        continue;
      }
      const metadata = asObject(raw.metadata);
      if (metadata?.kind === 'compaction') {
        const before = asNumber(asObject(metadata.usageBefore)?.inputTokens);
        sink.compaction({ summary: null, tokensBefore: before, firstKeptId: null });
      }
      const content = contentBlocks(raw.content, target.tally, place);
      await sink.message({ role: raw.role, content, place });
      const metrics = asObject(raw.metrics);
      const input = asNumber(metrics?.inputTokens);
      const output = asNumber(metrics?.outputTokens);
      if (raw.role === 'assistant' && input !== null && output !== null) {
        const cached = asNumber(metrics?.cacheReadTokens);
        sink.usage({ promptTokens: input, completionTokens: output, cachedTokens: cached });
      }
    }
    await sink.close();
  },
};

/** Roo Code task histories: calls are XML inside the text, results are user texts. */
export const rooImporter: Importer = {
  format: 'roo',
  source: 'recording',
  matches: ({ shape, first }) =>
    shape === 'array' &&
    first.length > 0 &&
    first.every((item) => 'role' in item && 'content' in item) &&
    first.some((item) => 'ts' in item),
  async read(source, target) {
    const sink = target.conversation(null);
    let pending: string | null = null;
    let calls = 0;
    let index = 0;
    for await (const item of source.items(null)) {
      index += 1;
      const raw = asObject(item);
      const place = `message ${index}`;
      if (raw === null || (raw.role !== 'user' && raw.role !== 'assistant')) {
        target.tally.drop('not-a-message', place);
        continue;
      }
      if (raw.isTruncationMarker === true) {
        target.tally.drop('truncation-marker', place);
        continue;
      }
      const content = contentBlocks(raw.content, target.tally, place);
      if (raw.isSummary === true) {
        await addSummary({ sink, raw, content, place });
        continue;
      }
      if (raw.role === 'assistant') {
        const read = readXmlCall(content, `roo-${calls + 1}`);
        if (read.callId !== null) calls += 1;
        pending = read.callId;
        await sink.message({ role: 'assistant', content: read.blocks, place });
      } else {
        const blocks = pending === null ? content : readResult(content, pending);
        pending = null;
        await sink.message({ role: 'user', content: blocks, place });
      }
    }
    await sink.close();
  },
};

/** A summary stands for messages that the file may no longer hold: it stays in the context, marked as made by a compactor. */
async function addSummary(options: {
  sink: ConversationSink;
  raw: JsonObject;
  content: SourceBlock[];
  place: string;
}): Promise<void> {
  const { sink, raw, content, place } = options;
  const summary = content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n');
  sink.compaction({ summary, tokensBefore: null, firstKeptId: null });
  await sink.message({
    role: raw.role === 'user' ? 'user' : 'assistant',
    content,
    place,
    created: { by: 'recorded', replaces: [] },
  });
}

const NOT_TOOLS = new Set(['thinking', 'environment_details', 'task', 'feedback', 'user_message']);

/** The last XML element of a text that holds parameter elements is its tool call. */
function readXmlCall(
  content: SourceBlock[],
  callId: string,
): { blocks: SourceBlock[]; callId: string | null } {
  const at = content.findLastIndex((block) => block.type === 'text');
  const block = content[at];
  if (block?.type !== 'text') return { blocks: content, callId: null };
  const match =
    /<([a-z][a-z0-9_]*)>\s*((?:<[a-z][a-z0-9_]*>[\s\S]*<\/[a-z][a-z0-9_]*>\s*)?)<\/\1>\s*$/.exec(
      block.text,
    );
  const name = match?.[1];
  if (match === null || name === undefined || NOT_TOOLS.has(name)) {
    return { blocks: content, callId: null };
  }
  const parameters = new Map<string, string>();
  for (const part of (match[2] ?? '').matchAll(/<([a-z][a-z0-9_]*)>([\s\S]*?)<\/\1>/g)) {
    parameters.set(part[1] ?? '', (part[2] ?? '').trim());
  }
  const before = block.text.slice(0, match.index).trim();
  const blocks: SourceBlock[] = [
    ...content.slice(0, at),
    ...(before === '' ? [] : [{ type: 'text' as const, text: before }]),
    { type: 'tool_call', callId, name, arguments: Object.fromEntries(parameters) },
    ...content.slice(at + 1),
  ];
  return { blocks, callId };
}

/** A user message that answers a call begins with `[tool ...] Result:`; what follows is the result, the rest stays the user's. */
function readResult(content: SourceBlock[], callId: string): SourceBlock[] {
  const head = content[0];
  if (head?.type !== 'text' || !/^\[[a-z_]+[^\n]*\] Result:/.test(head.text)) return content;
  const inline = head.text.replace(/^\[[^\n]*\] Result:\s*/, '');
  const next = content[1];
  const separate = inline === '' && next?.type === 'text';
  const text = separate ? next.text : inline;
  return [
    { type: 'tool_result', callId, name: null, text, isError: false },
    ...content.slice(separate ? 2 : 1),
  ];
}
