import type { Message, Origin } from '../../harness/index.ts';

/** What can be wrong with the pairing of calls and results, or with ids. */
export type RepairKind =
  | 'orphan-result'
  | 'displaced-result'
  | 'duplicate-result'
  | 'missing-result'
  | 'duplicate-call-id'
  | 'duplicate-message-id';

/** One repair: what was wrong, at which message, with which call (null where it is about the message). */
export interface Repair {
  kind: RepairKind;
  messageId: string;
  callId: string | null;
}

/** A repaired list, the origin of each message, and what was done. Untouched messages are the same objects. */
export interface RepairOutcome {
  messages: Message[];
  origins: Origin[];
  repairs: Repair[];
}
