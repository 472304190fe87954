import type { Message, ToolResultBlock } from '../../harness/index.ts';
import type { Repair } from './types.ts';

/** One call of the list. Results that answer it, at most one after pairing. */
export interface CallSite {
  messageIndex: number;
  blockIndex: number;
  callId: string;
  /** Id that is unique over the list: its own, or a new one where an earlier call has it. */
  uniqueId: string;
  result: ResultSite | null;
}

/** One result of the list. */
export interface ResultSite {
  messageIndex: number;
  block: ToolResultBlock;
}

/** All calls, by message, with their results, and what had to be dropped. */
export interface Pairing {
  calls: CallSite[];
  repairs: Repair[];
}

/**
 * Pairs every result with a call of its id: the newest unanswered one before it, else the first unanswered one after it.
 * A result without such a call is an orphan, or a duplicate where the call has its answer already.
 */
export function pairResults(messages: readonly Message[]): Pairing {
  const repairs: Repair[] = [];
  const calls = collectCalls(messages, repairs);
  const byId = new Map<string, CallSite[]>();
  for (const call of calls) {
    const same = byId.get(call.callId);
    if (same) same.push(call);
    else byId.set(call.callId, [call]);
  }
  const early: ResultSite[] = [];
  const results = collectResults(messages);
  for (const result of results) {
    const before = (byId.get(result.block.callId) ?? []).findLast(
      (call) => call.result === null && call.messageIndex < result.messageIndex,
    );
    if (before) before.result = result;
    else early.push(result);
  }
  for (const result of early) {
    const same = byId.get(result.block.callId) ?? [];
    const after = same.find(
      (call) => call.result === null && call.messageIndex > result.messageIndex,
    );
    if (after) {
      after.result = result;
      continue;
    }
    const kind = same.length > 0 ? 'duplicate-result' : 'orphan-result';
    const messageId = messages[result.messageIndex]?.id ?? '';
    repairs.push({ kind, messageId, callId: result.block.callId });
  }
  return { calls, repairs };
}

function collectCalls(messages: readonly Message[], repairs: Repair[]): CallSite[] {
  const calls: CallSite[] = [];
  const written = new Set<string>();
  for (const message of messages) {
    for (const block of message.content) if (block.type === 'tool_call') written.add(block.callId);
  }
  const used = new Set<string>();
  messages.forEach((message, messageIndex) => {
    message.content.forEach((block, blockIndex) => {
      if (block.type !== 'tool_call') return;
      let uniqueId = block.callId;
      if (used.has(uniqueId)) {
        uniqueId = freshName(block.callId, (name) => written.has(name) || used.has(name));
        repairs.push({ kind: 'duplicate-call-id', messageId: message.id, callId: block.callId });
      }
      used.add(uniqueId);
      calls.push({ messageIndex, blockIndex, callId: block.callId, uniqueId, result: null });
    });
  });
  return calls;
}

function collectResults(messages: readonly Message[]): ResultSite[] {
  return messages.flatMap((message, messageIndex) =>
    message.content.flatMap((block) =>
      block.type === 'tool_result' ? [{ messageIndex, block }] : [],
    ),
  );
}

/** `base-2`, `base-3`, ...: the first that is not taken. */
export function freshName(base: string, isTaken: (name: string) => boolean): string {
  let count = 2;
  while (isTaken(`${base}-${count}`)) count++;
  return `${base}-${count}`;
}
