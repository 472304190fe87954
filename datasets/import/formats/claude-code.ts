import type { JsonObject } from '../../../harness/index.ts';
import type { Importer, ImportTarget } from '../importer.ts';
import type { ConversationSink, SourceBlock } from '../sink.ts';
import type { ImportSource } from '../source.ts';
import { asList, asNumber, asObject, asText } from '../values.ts';
import { contentBlocks } from './parts.ts';

interface Node {
  parent: string | null;
  messageId: string | null;
  calls: string[];
  answers: string[];
}

/** Claude Code sessions. Lines of one API message are merged; side chains and abandoned branches are left out and counted. */
export const claudeCodeImporter: Importer = {
  format: 'claude-code',
  source: 'recording',
  matches: ({ shape, first }) =>
    shape === 'json-lines' &&
    first.some((item) => 'sessionId' in item && ('parentUuid' in item || 'uuid' in item)),
  async read(source, target) {
    const kept = await linesOnPath(source, target);
    const sink = target.conversation(null);
    await readLines({ source, target, sink, kept });
    await sink.close();
  },
};

const isConversation = (record: JsonObject) =>
  (record.type === 'user' || record.type === 'assistant') && asObject(record.message) !== null;

/** First pass, ids only: the uuids on the path from the newest leaf to its root, over compaction boundaries. */
async function linesOnPath(source: ImportSource, target: ImportTarget): Promise<Set<string>> {
  const nodes = new Map<string, Node>();
  let leaf: string | null = null;
  let previous: string | null = null;
  for await (const { value } of source.lines()) {
    const record = asObject(value);
    const uuid = asText(record?.uuid);
    if (record === null || uuid === null || record.isSidechain === true) continue;
    const parent = asText(record.parentUuid) ?? asText(record.logicalParentUuid);
    // A file may hold several roots: a resumed session goes on from what stood before it.
    const linked = parent !== null && nodes.has(parent) ? parent : previous;
    const message = asObject(record.message);
    const parts = asList(message?.content).map((part) => asObject(part) ?? {});
    nodes.set(uuid, {
      parent: linked,
      messageId: record.type === 'assistant' ? asText(message?.id) : null,
      calls: parts.flatMap((part) => asText(part.type === 'tool_use' ? part.id : null) ?? []),
      answers: parts.flatMap((part) => asText(part.tool_use_id) ?? []),
    });
    if (isConversation(record)) leaf = uuid;
    previous = uuid;
  }
  return widen(nodes, pathFrom(nodes, leaf, target));
}

function pathFrom(
  nodes: Map<string, Node>,
  leaf: string | null,
  target: ImportTarget,
): Set<string> {
  const path = new Set<string>();
  for (let at = leaf; at !== null; at = nodes.get(at)?.parent ?? null) {
    if (path.has(at)) {
      target.tally.repair('cycle-in-parent-links', at);
      break;
    }
    path.add(at);
  }
  return path;
}

/** Parallel calls fork the tree: lines of the same API message, and the results of its calls, belong to the path too. */
function widen(nodes: Map<string, Node>, path: Set<string>): Set<string> {
  const messageIds = new Set<string>();
  for (const uuid of path) {
    const id = nodes.get(uuid)?.messageId;
    if (id) messageIds.add(id);
  }
  const calls = new Set<string>();
  const kept = new Set(path);
  for (const [uuid, node] of nodes) {
    if (node.messageId !== null && messageIds.has(node.messageId)) kept.add(uuid);
    if (kept.has(uuid)) for (const call of node.calls) calls.add(call);
  }
  for (const [uuid, node] of nodes) {
    if (node.answers.some((answer) => calls.has(answer))) kept.add(uuid);
  }
  return kept;
}

interface OpenMessage {
  id: string;
  content: SourceBlock[];
  usage: JsonObject | null;
  place: string;
}

async function readLines(options: {
  source: ImportSource;
  target: ImportTarget;
  sink: ConversationSink;
  kept: Set<string>;
}): Promise<void> {
  const { source, target, sink, kept } = options;
  const { tally } = target;
  let open: OpenMessage | null = null;
  let waiting: { content: SourceBlock[]; place: string }[] = [];
  let boundaryTokens: number | null = null;

  const flush = async () => {
    if (open !== null) {
      await sink.message({ role: 'assistant', content: open.content, place: open.place });
      addUsage(sink, open.usage);
    }
    for (const { content, place } of waiting) await sink.message({ role: 'user', content, place });
    open = null;
    waiting = [];
  };

  for await (const { value, line } of source.lines()) {
    const record = asObject(value);
    const place = `line ${line}`;
    if (record === null) {
      tally.drop('not-a-record', place);
      continue;
    }
    const type = asText(record.type) ?? 'none';
    if (record.isSidechain === true) {
      tally.drop('sidechain', place);
      continue;
    }
    if (record.subtype === 'compact_boundary') {
      boundaryTokens = asNumber(asObject(record.compactMetadata)?.preTokens);
      continue;
    }
    if (!isConversation(record)) {
      const subtype = asText(record.subtype);
      tally.drop(`record:${type}${subtype === null ? '' : `:${subtype}`}`, place);
      continue;
    }
    const message = asObject(record.message) ?? {};
    if (!kept.has(asText(record.uuid) ?? '')) {
      tally.drop('abandoned-branch', place);
      continue;
    }
    if (record.isCompactSummary === true) {
      await flush();
      sink.compaction({
        summary: contentBlocks(message.content, tally, place)
          .flatMap((block) => (block.type === 'text' ? [block.text] : []))
          .join('\n'),
        tokensBefore: boundaryTokens,
        firstKeptId: null,
      });
      boundaryTokens = null;
      continue;
    }
    if (record.isMeta === true) {
      tally.drop('meta-text', place);
      continue;
    }
    if (record.toolUseResult !== undefined) tally.drop('repeated-tool-result', place);
    const content = contentBlocks(message.content, tally, place);
    if (type === 'assistant') {
      const id = asText(message.id) ?? place;
      const current = open as OpenMessage | null;
      if (current !== null && current.id === id) {
        current.content.push(...content);
        current.usage = asObject(message.usage) ?? current.usage;
      } else {
        await flush();
        open = { id, content, usage: asObject(message.usage), place };
      }
    } else if (open !== null && content.every((block) => block.type === 'tool_result')) {
      // More lines of the same API message may follow: its results wait for them.
      waiting.push({ content, place });
    } else {
      await flush();
      await sink.message({ role: 'user', content, place });
    }
  }
  await flush();
}

function addUsage(sink: ConversationSink, usage: JsonObject | null): void {
  const input = asNumber(usage?.input_tokens);
  const output = asNumber(usage?.output_tokens);
  if (usage === null || input === null || output === null) return;
  const cached = asNumber(usage.cache_read_input_tokens);
  const written = asNumber(usage.cache_creation_input_tokens) ?? 0;
  sink.usage({
    promptTokens: input + (cached ?? 0) + written,
    completionTokens: output,
    cachedTokens: cached,
  });
}
