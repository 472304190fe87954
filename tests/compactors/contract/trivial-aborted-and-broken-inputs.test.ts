import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPACTORS } from '../../../compactors/index.ts';
import {
  type CompactionRequest,
  createVirtualClock,
  type Message,
  type VirtualClock,
} from '../../../harness/index.ts';
import { arbitraryBrokenMessages } from '../../support/arbitrary-messages.ts';
import { runEntry } from '../../support/contract-run.ts';
import { createPersona, PERSONAS } from '../../support/personas.ts';
import { createRequest } from '../../support/request.ts';
import { assistant, deepFreeze, step, system, user } from '../../support/transcripts.ts';

const entries = COMPACTORS.map((entry) => [entry.name, entry] as const);
const modelBacked = entries.filter(([, entry]) => entry.needsModel);

/** A transcript on which every strategy has something to do. */
const long: Message[] = [
  system('s', 'You fix programs.'),
  user('u1', 'Find the failing test.'),
  ...Array.from({ length: 8 }, (_, i) => step(`c${i}`, `line ${i} of the log `.repeat(60))).flat(),
  assistant('a1', 'It is test_orders.'),
  user('u2', 'Fix it then.'),
  ...Array.from({ length: 8 }, (_, i) => step(`d${i}`, `diff ${i} `.repeat(80))).flat(),
];

function requestOn(messages: Message[], overrides: Partial<CompactionRequest> = {}) {
  const request = createRequest(deepFreeze(messages), {
    models: { main: createPersona('obedient') },
    ...overrides,
  });
  return { ...request, targetTokens: overrides.targetTokens ?? request.windowTokens / 4 };
}

describe.each(entries)('%s has nothing to do', (_, entry) => {
  it.each<[string, Message[]]>([
    ['with an empty list', []],
    ['with one user message', [user('u', 'x'.repeat(4000))]],
    ['with one tool result', [step('c', 'r'.repeat(4000))[1] as Message]],
    ['with system messages only', [system('s1', 'x'.repeat(400)), system('s2', 'y'.repeat(4000))]],
  ])('%s', async (__, messages) => {
    const result = await runEntry(entry, requestOn(messages, { targetTokens: 1 }));
    expect(result.status).toBe('skipped');
  });
});

describe.each(entries)('%s stops when it is told to', (_, entry) => {
  it('before it has begun', async () => {
    const result = await runEntry(entry, requestOn(long, { signal: AbortSignal.abort() }));
    expect(result).toEqual({ status: 'cancelled', steps: [] });
  });
});

describe.each(modelBacked)('%s stops when it is told to', (_, entry) => {
  it('in the middle of a call that hangs, at once, with nothing left behind', async () => {
    const controller = new AbortController();
    const clock = createVirtualClock();
    const main = {
      ...createPersona('hangs'),
      embed: async () => {
        await clock.sleep(1e12, controller.signal);
        throw new Error('never reached');
      },
    };
    clock.after(50, () => controller.abort());
    const request = requestOn(long, { models: { main }, clock, signal: controller.signal });
    const result = await runEntry(entry, request);
    expect(result.status).toBe('cancelled');
    expect(clock.now()).toBe(50);
    expect(clock.pendingTimers).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

describe.each(modelBacked)('%s with a model that', (_, entry) => {
  it.each(Object.keys(PERSONAS))('is: %s', async (persona) => {
    const request = requestOn(long, { models: { main: createPersona(persona) } });
    const result = await runEntry(entry, request);
    if (result.status === 'fallback' || result.status === 'failed') {
      expect(entry.causes).toContain(result.cause);
      expect(result.steps.some(({ cause }) => cause !== null)).toBe(true);
    } else expect(['compacted', 'skipped']).toContain(result.status);
    const clock = request.clock as VirtualClock;
    expect([clock.pendingTimers, clock.held]).toEqual([0, 0]);
    expect(getEventListeners(request.signal, 'abort')).toEqual([]);
  });

  it('is not there', async () => {
    const result = await runEntry(entry, requestOn(long, { models: null }));
    expect(result).toMatchObject({ cause: 'model-unavailable' });
  });
});

describe.each(entries)('%s on broken transcripts', (_, entry) => {
  it('never throws, never grows them, never changes what it keeps', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryBrokenMessages,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (messages, share) => {
          const request = requestOn(messages);
          const targetTokens = Math.floor(request.windowTokens * share);
          const result = await runEntry(entry, { ...request, targetTokens });
          if (!('messages' in result)) return;
          const mayGrow = entry.name === 'summary-naive';
          const after = request.counter.count(result.messages);
          if (!mayGrow) expect(after).toBeLessThanOrEqual(request.windowTokens);
          expect(result.origins.length).toBe(result.messages.length);
          result.messages.forEach((message, index) => {
            if (result.origins[index]?.type === 'kept') expect(messages).toContainEqual(message);
          });
        },
      ),
      { numRuns: 60, seed: 5 },
    );
  });
});
