import type { Block, Message, Origin, Role } from '../../harness/index.ts';
import { type CallSite, freshName, pairResults } from './pair-results.ts';
import type { Repair, RepairOutcome } from './types.ts';

const BY = 'repair';
/** Text of a result that was never recorded. */
const MISSING_RESULT_TEXT = '[no result of this call was recorded]';

/**
 * A list in which every call is answered right behind its message, once, and all ids are unique: results are moved, renamed, filled in
 * (as errors) or, without a call, dropped. Pure; a list in order comes back with the same objects and no repairs, and a repaired one stays as it is.
 */
export function repairMessages(messages: readonly Message[]): RepairOutcome {
  const { calls, repairs } = pairResults(messages);
  const writer = createWriter(messages, repairs);
  const callsOf = new Map<number, CallSite[]>();
  for (const call of calls) {
    const same = callsOf.get(call.messageIndex);
    if (same) same.push(call);
    else callsOf.set(call.messageIndex, [call]);
  }
  messages.forEach((message, index) => {
    // Tool messages follow their call, and what is left of them belongs to none.
    if (message.role === 'tool') return;
    const own = callsOf.get(index) ?? [];
    const kept = message.content.flatMap((block, blockIndex): Block[] => {
      if (block.type === 'tool_result') return [];
      const call = own.find((candidate) => candidate.blockIndex === blockIndex);
      return block.type === 'tool_call' && call && call.uniqueId !== block.callId
        ? [{ ...block, callId: call.uniqueId }]
        : [block];
    });
    writer.write(index, kept);
    writeResults(messages, index, own, writer);
  });
  return { messages: writer.messages, origins: writer.origins, repairs };
}

/** Writes the results of one message's calls behind it: each recorded tool message once, with the results that belong here. */
function writeResults(
  messages: readonly Message[],
  callerIndex: number,
  own: readonly CallSite[],
  writer: Writer,
): void {
  const bySource = new Map<number, CallSite[]>();
  for (const call of own) {
    if (!call.result) continue;
    const same = bySource.get(call.result.messageIndex);
    if (same) same.push(call);
    else bySource.set(call.result.messageIndex, [call]);
  }
  for (const source of [...bySource.keys()].sort((a, b) => a - b)) {
    const answered = bySource.get(source) ?? [];
    const callOf = new Map(answered.map((call) => [call.result?.block, call]));
    const blocks = (messages[source]?.content ?? []).flatMap((block): Block[] => {
      if (block.type !== 'tool_result') return [];
      const call = callOf.get(block);
      if (!call) return [];
      return [call.uniqueId === block.callId ? block : { ...block, callId: call.uniqueId }];
    });
    if (isDisplaced(messages, callerIndex, source)) {
      for (const { callId } of answered) {
        writer.note({ kind: 'displaced-result', messageId: messages[source]?.id ?? '', callId });
      }
    }
    writer.write(source, blocks, 'tool');
  }
  for (const call of own) if (!call.result) writer.fillIn(callerIndex, call);
}

/** True where anything but tool messages stands between a call and its result, or the result in front of its call. */
function isDisplaced(messages: readonly Message[], caller: number, source: number): boolean {
  if (source < caller) return true;
  for (let index = caller + 1; index < source; index++) {
    if (messages[index]?.role !== 'tool') return true;
  }
  return false;
}

interface Writer {
  messages: Message[];
  origins: Origin[];
  /** Writes the message at `index` with these blocks; the same object where they are all that it holds. */
  write(index: number, blocks: readonly Block[], role?: Role): void;
  fillIn(index: number, call: CallSite): void;
  note(repair: Repair): void;
}

function createWriter(input: readonly Message[], repairs: Repair[]): Writer {
  const messages: Message[] = [];
  const origins: Origin[] = [];
  const taken = new Set(input.map((message) => message.id));
  const written = new Set<string>();
  const uniqueId = (id: string): string => {
    const unique = written.has(id)
      ? freshName(id, (name) => taken.has(name) || written.has(name))
      : id;
    written.add(unique);
    return unique;
  };
  const newId = (base: string): string =>
    uniqueId(taken.has(base) ? freshName(base, (name) => taken.has(name)) : base);
  return {
    messages,
    origins,
    write(index, blocks, role = input[index]?.role ?? 'tool') {
      const message = input[index];
      if (!message) return;
      const id = uniqueId(message.id);
      const isSplit = message.role === 'tool' && blocks.length < message.content.length;
      if (id !== message.id && !isSplit) {
        repairs.push({ kind: 'duplicate-message-id', messageId: message.id, callId: null });
      }
      const isWhole =
        id === message.id &&
        role === message.role &&
        blocks.length === message.content.length &&
        blocks.every((block, position) => block === message.content[position]);
      messages.push(
        isWhole
          ? message
          : {
              ...message,
              id,
              role,
              content: [...blocks],
              created: { by: BY, replaces: [message.id] },
            },
      );
      origins.push(
        isWhole ? { type: 'kept', id: message.id } : { type: 'replaced', ids: [message.id] },
      );
    },
    fillIn(index, call) {
      const message = input[index];
      const block = message?.content[call.blockIndex];
      if (!message || block?.type !== 'tool_call') return;
      messages.push({
        id: newId(`${message.id}-missing-${call.uniqueId}`),
        role: 'tool',
        content: [
          {
            type: 'tool_result',
            callId: call.uniqueId,
            name: block.name,
            text: MISSING_RESULT_TEXT,
            isError: true,
          },
        ],
        created: { by: BY, replaces: [] },
      });
      origins.push({ type: 'created', ids: [] });
      repairs.push({ kind: 'missing-result', messageId: message.id, callId: call.callId });
    },
    note: (repair) => repairs.push(repair),
  };
}
