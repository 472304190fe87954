import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairMessages } from '../../../compactors/index.ts';
import type { Message } from '../../../harness/index.ts';
import { arbitraryBrokenMessages, arbitraryMessages } from '../../support/arbitrary-messages.ts';
import { assistant, deepFreeze, step, system, user } from '../../support/transcripts.ts';

const ids = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);

/** Everything that is wrong with the pairing of a list, found by a plain walk. */
function pairingFaults(messages: readonly Message[]): string[] {
  const faults: string[] = [];
  const seenMessages = new Set<string>();
  const seenCalls = new Set<string>();
  let open = new Set<string>();
  for (const message of messages) {
    if (seenMessages.has(message.id)) faults.push(`message id ${message.id} twice`);
    seenMessages.add(message.id);
    if (message.role !== 'tool') {
      for (const id of open) faults.push(`${id} unanswered`);
      open = new Set();
    }
    for (const block of message.content) {
      if (block.type === 'tool_call') {
        if (seenCalls.has(block.callId)) faults.push(`call id ${block.callId} twice`);
        seenCalls.add(block.callId);
        open.add(block.callId);
      }
      if (block.type === 'tool_result' && !open.delete(block.callId)) {
        faults.push(`result ${block.callId} out of place`);
      }
    }
  }
  for (const id of open) faults.push(`${id} unanswered`);
  return faults;
}

describe('each fault', () => {
  const [call = assistant('x', ''), result = assistant('x', '')] = step('c1', 'one');
  const [call2 = call, result2 = result] = step('c2', 'two');

  it('drops an orphan result', () => {
    const { messages, repairs } = repairMessages([user('u', 'hi'), result, assistant('a', 'ok')]);
    expect(ids(messages)).toEqual(['u', 'a']);
    expect(repairs).toEqual([{ kind: 'orphan-result', messageId: 'c1-r', callId: 'c1' }]);
  });

  it('moves a displaced result behind its call', () => {
    const { messages, repairs } = repairMessages([call, user('u', 'and?'), result]);
    expect(ids(messages)).toEqual(['c1', 'c1-r', 'u']);
    expect(messages[1]).toBe(result);
    expect(repairs).toEqual([{ kind: 'displaced-result', messageId: 'c1-r', callId: 'c1' }]);
  });

  it('moves a result that stands before its call', () => {
    const { messages, repairs } = repairMessages([result, call]);
    expect(ids(messages)).toEqual(['c1', 'c1-r']);
    expect(repairs.map(({ kind }) => kind)).toEqual(['displaced-result']);
  });

  it('sorts interleaved results to their calls', () => {
    const { messages } = repairMessages([call, call2, result, result2]);
    expect(ids(messages)).toEqual(['c1', 'c1-r', 'c2', 'c2-r']);
  });

  it('drops a second result of one call', () => {
    const { messages, repairs } = repairMessages([call, result, { ...result, id: 'again' }]);
    expect(ids(messages)).toEqual(['c1', 'c1-r']);
    expect(repairs).toEqual([{ kind: 'duplicate-result', messageId: 'again', callId: 'c1' }]);
  });

  it('fills in a missing result as an error that says so', () => {
    const { messages, origins, repairs } = repairMessages([call, user('u', 'go on')]);
    expect(messages[1]).toMatchObject({
      role: 'tool',
      content: [{ callId: 'c1', name: 'bash', isError: true }],
      created: { by: 'repair', replaces: [] },
    });
    expect(origins[1]).toEqual({ type: 'created', ids: [] });
    expect(repairs).toEqual([{ kind: 'missing-result', messageId: 'c1', callId: 'c1' }]);
  });

  it('renames a call id that was used before, with its result', () => {
    const later = step('c1', 'later').map((message) => ({ ...message, id: `later-${message.id}` }));
    const { messages, origins, repairs } = repairMessages([call, result, ...later]);
    expect(messages.slice(2).map(({ content }) => content[0])).toMatchObject([
      { callId: 'c1-2' },
      { callId: 'c1-2', text: 'later' },
    ]);
    expect(origins[3]).toEqual({ type: 'replaced', ids: ['later-c1-r'] });
    expect(repairs.map(({ kind }) => kind)).toEqual(['duplicate-call-id']);
  });

  it('renames a message id that was used before', () => {
    const { messages, repairs } = repairMessages([user('u', 'a'), user('u', 'b')]);
    expect(ids(messages)).toEqual(['u', 'u-2']);
    expect(repairs).toEqual([{ kind: 'duplicate-message-id', messageId: 'u', callId: null }]);
  });
});

describe('repair as a whole', () => {
  it('leaves a well-formed list alone: same objects, no repairs', () => {
    fc.assert(
      fc.property(arbitraryMessages({ system: 'anywhere' }), (input) => {
        const { messages, repairs, origins } = repairMessages(deepFreeze(input));
        expect(repairs).toEqual([]);
        expect(messages.every((message, index) => message === input[index])).toBe(true);
        expect(messages.length).toBe(input.length);
        expect(origins).toEqual(input.map(({ id }) => ({ type: 'kept', id })));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('leaves nothing out of order, whatever was broken, and a second time does nothing', () => {
    fc.assert(
      fc.property(arbitraryBrokenMessages, (input) => {
        const once = repairMessages(deepFreeze(input));
        expect(pairingFaults(once.messages)).toEqual([]);
        expect(once.origins.length).toBe(once.messages.length);
        if (pairingFaults(input).length > 0) expect(once.repairs).not.toEqual([]);
        else expect(once.repairs).toEqual([]);
        const twice = repairMessages(once.messages);
        expect(twice.repairs).toEqual([]);
        expect(twice.messages).toEqual(once.messages);
      }),
      { numRuns: 1000, seed: 2 },
    );
  });

  it('keeps every message that is no tool result', () => {
    fc.assert(
      fc.property(arbitraryBrokenMessages, (input) => {
        const spoken = (list: readonly Message[]) =>
          list
            .filter(({ role }) => role !== 'tool')
            .map(({ role, content }) => [role, content.length]);
        expect(spoken(repairMessages(input).messages)).toEqual(spoken(input));
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  it('repairs nothing in an empty list or a lone system message', () => {
    expect(repairMessages([])).toEqual({ messages: [], origins: [], repairs: [] });
    expect(repairMessages([system('s', '')]).repairs).toEqual([]);
  });
});
