import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import type {
  Block,
  CreatedMark,
  JsonObject,
  Message,
  RecordedCompaction,
  ReportedUsage,
  Role,
  ToolSchema,
} from '../../harness/index.ts';
import { createCallLedger } from './call-ledger.ts';
import type { Tally } from './report.ts';

/** A message as a format gives it. Tool results may stand in a user message, as some APIs have it; they become messages of their own. */
export interface SourceMessage {
  role: Role;
  content: SourceBlock[];
  created?: CreatedMark;
  meta?: JsonObject;
  /** Where it stands in the file, for the report. */
  place: string;
}

/** A block whose call id may be missing, as in formats that match calls and results by name or order. */
export type SourceBlock =
  | Exclude<Block, { type: 'tool_call' } | { type: 'tool_result' }>
  | (Omit<Extract<Block, { type: 'tool_call' }>, 'callId'> & { callId: string | null })
  | (Omit<Extract<Block, { type: 'tool_result' }>, 'callId'> & { callId: string | null });

/** Counts of one imported conversation. */
export interface ConversationCounts {
  messages: number;
  calls: number;
  results: number;
}

/** Everything of one conversation but its messages, which lie in the spool file. */
export interface ImportedConversation {
  name: string;
  spool: string;
  counts: ConversationCounts;
  tools: ToolSchema[];
  usage: ReportedUsage[];
  compactions: RecordedCompaction[];
  details: JsonObject;
}

/** Takes the messages of one conversation, in order, and writes them to a spool file; memory holds one message at a time. */
export interface ConversationSink {
  message(message: SourceMessage): Promise<void>;
  /** Reported usage of the call that made the last assistant message. */
  usage(usage: Omit<ReportedUsage, 'messageId'>): void;
  tools(tools: readonly ToolSchema[]): void;
  /** A compaction that stood before the next message. */
  compaction(compaction: Omit<RecordedCompaction, 'beforeIndex'>): void;
  /** Facts about the source that are worth keeping, such as its version. */
  details(details: JsonObject): void;
  close(): Promise<ImportedConversation>;
}

/** Opens a sink on a spool file. `onText` sees each text before it is written. */
export function createConversationSink(options: {
  name: string;
  spool: string;
  tally: Tally;
  onText: (text: string) => Promise<void>;
}): ConversationSink {
  const { name, spool, tally, onText } = options;
  const stream = createWriteStream(spool);
  const ledger = createCallLedger(tally);
  const counts: ConversationCounts = { messages: 0, calls: 0, results: 0 };
  const tools: ToolSchema[] = [];
  const usage: ReportedUsage[] = [];
  const compactions: RecordedCompaction[] = [];
  const details: JsonObject = {};
  let lastAssistantId: string | null = null;

  async function write(source: SourceMessage, content: SourceBlock[], role: Role): Promise<void> {
    const id = `m${String(counts.messages + 1).padStart(3, '0')}`;
    const blocks: Block[] = content.map((block) => {
      if (block.type === 'tool_call') {
        counts.calls += 1;
        return { ...block, callId: ledger.call(block.callId, block.name) };
      }
      if (block.type === 'tool_result') {
        counts.results += 1;
        return { ...block, ...ledger.result({ ...block, place: source.place }) };
      }
      return block;
    });
    const message: Message = {
      id,
      role,
      content: blocks,
      ...(source.created === undefined ? {} : { created: source.created }),
      ...(source.meta === undefined ? {} : { meta: source.meta }),
    };
    counts.messages += 1;
    if (role === 'assistant') lastAssistantId = id;
    const line = JSON.stringify(message);
    await onText(textsOf(message).join('\n'));
    await writeLine(stream, line);
  }

  return {
    async message(source) {
      if (source.content.length === 0) {
        tally.drop('empty-message', source.place);
        return;
      }
      const results = source.content.filter((block) => block.type === 'tool_result');
      if (results.length === 0) {
        await write(source, source.content, source.role);
        return;
      }
      const others = source.content.filter((block) => block.type !== 'tool_result');
      // One message a result, so that every format comes out the same.
      for (const block of results) await write(source, [block], 'tool');
      if (others.length > 0) {
        await write(source, others, source.role === 'tool' ? 'user' : source.role);
      }
    },
    usage(reported) {
      if (lastAssistantId === null || usage.at(-1)?.messageId === lastAssistantId) return;
      usage.push({ messageId: lastAssistantId, ...reported });
    },
    tools(list) {
      for (const tool of list) {
        if (!tools.some((known) => known.name === tool.name)) tools.push(tool);
      }
    },
    compaction(compaction) {
      compactions.push({ beforeIndex: counts.messages, ...compaction });
    },
    details(more) {
      Object.assign(details, more);
    },
    async close() {
      ledger.close();
      stream.end();
      await once(stream, 'close');
      return { name, spool, counts, tools, usage, compactions, details };
    },
  };
}

async function writeLine(stream: WriteStream, line: string): Promise<void> {
  if (!stream.write(`${line}\n`)) await once(stream, 'drain');
}

/** Every text of a message that a person could read. */
export function textsOf(message: Message): string[] {
  return message.content.map((block) => {
    switch (block.type) {
      case 'text':
      case 'reasoning':
      case 'tool_result':
        return block.text;
      case 'tool_call':
        return `${block.name} ${typeof block.arguments === 'string' ? block.arguments : JSON.stringify(block.arguments)}`;
      default:
        return '';
    }
  });
}
