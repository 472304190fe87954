import { canonicalJson } from '../hash.ts';
import type { Origin } from '../types/compactor.ts';
import type { Message } from '../types/message.ts';
import type { Violation } from '../types/record.ts';
import { isCompactorMade, newestUserIndex } from '../units.ts';
import { chatFlaws } from './chat-flaws.ts';

/** A context to be checked against what it was made from. `origins` has an entry for each message of `after`. */
export interface StructureInput {
  before: readonly Message[];
  after: readonly Message[];
  origins: readonly Origin[];
}

/** What is broken in a context, and how many of its messages the compactor made and marked as its own. */
export interface StructureReport {
  violations: Violation[];
  createdMessages: number;
}

/**
 * Checks the structure of a compacted context. What was broken in the input already is no violation, nor are messages that the
 * compactor made and marked (`created`).
 */
export function checkStructure(input: StructureInput): StructureReport {
  const { before, after } = input;
  const known = new Set(chatFlaws(before).map(flawKey));
  const violations = [
    ...chatFlaws(after).filter((flaw) => !known.has(flawKey(flaw))),
    ...keptViolations(input),
    ...lostViolations(before, after),
  ];
  if (after.length === 0 && before.length > 0) {
    violations.push({ kind: 'empty', messageId: null, detail: 'the context has no message' });
  }
  const createdMessages = after.filter((message, index) => {
    return message.created !== undefined && input.origins[index]?.type !== 'kept';
  }).length;
  return { violations, createdMessages };
}

function flawKey({ kind, messageId, detail }: Violation): string {
  return canonicalJson([kind, messageId, detail]);
}

function keptViolations({ before, after, origins }: StructureInput): Violation[] {
  const violations: Violation[] = [];
  const positions = new Map(before.map((message, index) => [message.id, index]));
  let last = -1;
  after.forEach((message, index) => {
    const origin = origins[index];
    if (origin?.type !== 'kept') {
      if (message.role === 'user' && message.created === undefined) {
        violations.push(violation('invented-user-turn', message, 'a user message without a mark'));
      }
      return;
    }
    const position = positions.get(origin.id);
    const original = position === undefined ? undefined : before[position];
    if (position === undefined || original === undefined) {
      violations.push(
        violation(
          'changed-kept-message',
          message,
          `kept from "${origin.id}", which the input has not`,
        ),
      );
      return;
    }
    if (canonicalJson(message) !== canonicalJson(original)) {
      violations.push(violation('changed-kept-message', message, 'differs from the input'));
    }
    if (position <= last) {
      violations.push(violation('order', message, 'stands before what it followed in the input'));
    }
    last = Math.max(last, position);
  });
  return violations;
}

function lostViolations(before: readonly Message[], after: readonly Message[]): Violation[] {
  const contents = new Set(after.map((message) => canonicalJson([message.role, message.content])));
  const isLost = (message: Message): boolean =>
    !contents.has(canonicalJson([message.role, message.content]));
  const violations = before
    .filter((message) => message.role === 'system' && !isCompactorMade(message) && isLost(message))
    .map((message) => violation('lost-system', message, 'a system message is gone'));
  const newest = before[newestUserIndex(before)];
  if (newest !== undefined && isLost(newest)) {
    violations.push(violation('lost-newest-user', newest, 'the newest user message is gone'));
  }
  return violations;
}

function violation(kind: Violation['kind'], message: Message, detail: string): Violation {
  return { kind, messageId: message.id, detail };
}
