import { describe, expect, it } from 'vitest';
import { createCompactor, createSizer, partitionMessages } from '../../compactors/index.ts';
import { planRolling } from '../../compactors/summary-rolling/plan.ts';
import { memoizeByMessage } from '../../harness/counters/memo.ts';
import { groupUnits, type Message, type TokenCounter } from '../../harness/index.ts';
import { createRequest } from '../support/request.ts';
import { step, system, user } from '../support/transcripts.ts';

/** A counter that remembers, as the real ones do, and says how often it was asked and how often it measured. */
function createSpy(): { counter: TokenCounter; asked: () => number; measured: () => number } {
  let asked = 0;
  let measured = 0;
  const sizeOf = memoizeByMessage((message) => {
    measured++;
    return JSON.stringify(message.content).length;
  });
  const size = (message: Message): number => {
    asked++;
    return sizeOf(message);
  };
  const counter: TokenCounter = {
    name: 'spy',
    approximate: true,
    countText: (text) => text.length,
    count: (messages) => messages.reduce((sum, message) => sum + size(message), 0),
    additive: () => ({ size, finish: (total) => total }),
  };
  return { counter, asked: () => asked, measured: () => measured };
}

/** One turn after the other in history, then one long task. */
function conversation(count: number): Message[] {
  const messages: Message[] = [system('s', 'rules')];
  for (let i = 0; i < count / 5; i++) {
    messages.push(user(`u${i}`, `task ${i}`), ...step(`h${i}`, 'h'.repeat(1000)));
  }
  messages.push(user('task', 'the task'));
  for (let i = 0; messages.length < count; i++) {
    messages.push(...step(`c${i}`, 'r'.repeat(1000)));
  }
  return messages;
}

type Work = (messages: Message[], counter: TokenCounter, targetTokens: number) => Promise<void>;

async function compact(name: string, ...[messages, counter, targetTokens]: Parameters<Work>) {
  const request = createRequest(messages, { counter, targetTokens });
  const result = await createCompactor({ name, params: {} }).compact(request);
  expect(result.status).toBe('compacted');
}

const WORK: [string, Work][] = [
  ['sliding-window', (...args) => compact('sliding-window', ...args)],
  ['tool-result-pruning', (...args) => compact('tool-result-pruning', ...args)],
  ['prune-then-slide', (...args) => compact('prune-then-slide', ...args)],
  ['tail', (...args) => compact('tail', ...args)],
  [
    'plan of a rolling summary',
    async (messages, counter, targetTokens) => {
      const options = { targetTokens, summaryTokens: 100, minKeepSteps: 1, counter };
      expect(planRolling(messages, options)?.indices.length).toBeGreaterThan(messages.length / 20);
    },
  ],
  [
    'cut-point search',
    async (messages, counter, keepTokens) => {
      const sizer = createSizer(counter, messages);
      const cut = partitionMessages({ messages, units: groupUnits(messages), sizer, keepTokens });
      expect(cut.older.length).toBeGreaterThan(0);
    },
  ],
];

describe.each(WORK)('%s', (_, work) => {
  it.each([0.1, 0.5])('counts each message once at a target of %d', async (share) => {
    const askedPerMessage: number[] = [];
    for (const count of [1000, 8000]) {
      const messages = conversation(count);
      const spy = createSpy();
      await work(messages, spy.counter, Math.floor(count * 600 * share));
      // Messages that the compactor creates are measured too: notes, placeholders.
      expect(spy.measured()).toBeLessThanOrEqual(2 * messages.length);
      askedPerMessage.push(spy.asked() / messages.length);
    }
    const [few = 0, many = 0] = askedPerMessage;
    expect(few).toBeLessThan(8);
    expect(many / few).toBeLessThan(1.1);
  });
});

it('an input message is measured only once, whatever is planned', async () => {
  const messages = conversation(1000);
  const spy = createSpy();
  await compact('sliding-window', messages, spy.counter, 200_000);
  // One more: the note.
  expect(spy.measured()).toBe(messages.length + 1);
});
