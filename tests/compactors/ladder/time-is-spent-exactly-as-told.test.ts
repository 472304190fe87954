import { beforeAll, describe, expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import {
  type CompactionEvent,
  createScriptedModel,
  type Message,
  ModelError,
  type ScriptedAnswer,
} from '../../../harness/index.ts';
import { ladderSession, overWindow, SMALL_FLOOR } from '../support/ladder-session.ts';
import { prose, text } from '../support/messages.ts';

const always = (id: string, answer: ScriptedAnswer, contextTokens?: number) =>
  createScriptedModel({ id, answer: () => answer, ...(contextTokens ? { contextTokens } : {}) });
const HANG: ScriptedAnswer = { text: 'late', durationMs: Number.POSITIVE_INFINITY };
const BUSY = new ModelError('transient', 'too many requests', { status: 429 });

const messages = ladderSession();

// Tokenizer and code are warm; then each run takes milliseconds, whatever the virtual time.
beforeAll(async () => {
  for (let i = 0; i < 5; i++) {
    for (const answer of [HANG, BUSY, 'Done.']) {
      await run(always('small', answer), always('main', answer), { untimed: true });
    }
  }
});

async function run(
  small: ReturnType<typeof always> | null,
  main: ReturnType<typeof always>,
  options: {
    params?: object;
    untimed?: boolean;
    messages?: readonly Message[];
    over?: Parameters<typeof overWindow>[1];
  } = {},
) {
  const events: CompactionEvent[] = [];
  const request = overWindow(options.messages ?? messages, {
    models: { main, ...(small ? { small } : {}) },
    onEvent: (event) => events.push(event),
    ...options.over,
  });
  const params = { ...SMALL_FLOOR, ...options.params };
  const compactor = createCompactor({ name: 'ladder', params });
  // Processor time, since other processes may use the machine.
  const before = process.cpuUsage();
  const found = await compactor.compact(request);
  const { user, system } = process.cpuUsage(before);
  if (!options.untimed) expect((user + system) / 1000).toBeLessThan(50);
  expect(request.clock.pendingTimers).toBe(0);
  return { found, request, events };
}

test('everything hangs: one attempt each, 600,000 ms, then the local trim', async () => {
  const small = always('small', HANG);
  const main = always('main', HANG);
  const { found, request } = await run(small, main);
  expect(request.clock.now()).toBe(600_000);
  expect(small.calls).toHaveLength(1);
  expect(main.calls).toHaveLength(1);
  expect(found).toMatchObject({
    status: 'fallback',
    step: 'local-trim',
    cause: 'timeout-attempt',
    steps: [
      { rung: 'small', attempts: 1, cause: 'timeout-attempt', durationMs: 300_000 },
      { rung: 'main', attempts: 1, cause: 'timeout-attempt', durationMs: 300_000 },
      { rung: 'local-trim', attempts: 1, cause: null, durationMs: 0 },
    ],
  });
  if (found.status === 'fallback') {
    expect(found.messages.map(({ id }) => id)).toEqual(['s', 'd3', 'u4', 'last']);
  }
});

test('everything hangs and nothing can be trimmed enough: failed with the timeout', async () => {
  const { found, request } = await run(always('small', HANG), always('main', HANG), {
    messages: [
      text('s', 'system', prose('rule', 300)),
      text('u', 'user', 'Old.'),
      text('last', 'assistant', 'Done.'),
      text('u2', 'user', 'Go on.'),
    ],
    over: { windowTokens: 100 },
    params: { keepRecentTokens: 5 },
  });
  expect(request.clock.now()).toBe(600_000);
  expect(found).toMatchObject({ status: 'failed', cause: 'timeout-attempt' });
});

test('every call answers 429 at once: three attempts each, 1 s and 2 s between, 6,000 ms, then the local trim', async () => {
  const small = always('small', BUSY);
  const main = always('main', BUSY);
  const { found, request, events } = await run(small, main);
  expect(request.clock.now()).toBe(6000);
  expect([small.calls.length, main.calls.length]).toEqual([3, 3]);
  expect(found).toMatchObject({
    status: 'fallback',
    step: 'local-trim',
    cause: 'transient',
    steps: [
      { rung: 'small', attempts: 3, cause: 'transient', durationMs: 3000 },
      { rung: 'main', attempts: 3, cause: 'transient', durationMs: 3000 },
      { rung: 'local-trim' },
    ],
  });
  const retry = (rung: string, attempt: number, waitMs: number) => ({
    type: 'retry',
    rung,
    attempt,
    waitMs,
    cause: 'transient',
  });
  expect(events).toEqual([
    { type: 'pass', pass: 1 },
    { type: 'attempt', rung: 'small', attempt: 1 },
    retry('small', 1, 1000),
    { type: 'attempt', rung: 'small', attempt: 2 },
    retry('small', 2, 2000),
    { type: 'attempt', rung: 'small', attempt: 3 },
    { type: 'attempt', rung: 'main', attempt: 1 },
    retry('main', 1, 1000),
    { type: 'attempt', rung: 'main', attempt: 2 },
    retry('main', 2, 2000),
    { type: 'attempt', rung: 'main', attempt: 3 },
    { type: 'both-failed', pass: 1 },
  ]);
});

test('each pass succeeds and shrinks a little: eight passes, then it does not fit', async () => {
  // The model's window takes one step a pass.
  const steps = Array.from({ length: 14 }, (_, i) => [
    text(`u${i}`, 'user', prose(`task${i}x`, 150)),
    text(`a${i}`, 'assistant', `Answer ${i}.`),
  ]).flat();
  const long = [text('s', 'system', 'S.'), ...steps];
  const main = always('main', 'Still going.', 1100);
  const { found, events } = await run(null, main, { messages: long, over: { windowTokens: 400 } });
  expect(found).toMatchObject({ status: 'failed', cause: 'does-not-fit' });
  expect(events.filter(({ type }) => type === 'pass')).toHaveLength(8);
  if (found.status === 'failed') {
    expect(found.steps.map(({ rung, cause }) => `${rung} ${cause}`)).toEqual(
      Array(8).fill('main null'),
    );
  }
});

test('a total budget spent in the middle of a pass: no further attempt, then the local trim', async () => {
  const main = always('main', HANG);
  const { found, request } = await run(always('small', BUSY), main, {
    over: { budgets: { attemptMs: 2000, totalMs: 3000 } },
  });
  // Small: attempts at 0 and 1,000 ms, then the wait to 3,000 ms; no third attempt, none of main.
  expect(request.clock.now()).toBe(3000);
  expect(main.calls).toHaveLength(0);
  expect(found).toMatchObject({
    status: 'fallback',
    step: 'local-trim',
    cause: 'timeout-total',
    steps: [
      { rung: 'small', attempts: 2, cause: 'timeout-total' },
      { rung: 'main', attempts: 0, cause: 'timeout-total', durationMs: 0 },
      { rung: 'local-trim' },
    ],
  });
});

describe('a total budget below one attempt is refused', () => {
  test('by the settings', () => {
    const params = { attemptBudgetMs: 5000, totalBudgetMs: 4999 };
    expect(() => createCompactor({ name: 'ladder', params })).toThrow(/E_COMPACTOR .*4999 ms/);
    const equal = { attemptBudgetMs: 5000, totalBudgetMs: 5000 };
    expect(createCompactor({ name: 'ladder', params: equal }).name).toBe('ladder');
  });

  test('by the request', async () => {
    const over = { budgets: { attemptMs: null, totalMs: 60_000 } };
    await expect(run(null, always('main', 'x'), { over })).rejects.toThrow(/E_COMPACTOR/);
  });

  test('and by default the total is an attempt times the attempts', async () => {
    const over = { budgets: { attemptMs: 2_000_000, totalMs: null } };
    const { request } = await run(always('small', HANG), always('main', HANG), { over });
    expect(request.clock.now()).toBe(4_000_000);
  });
});

test('the first 429 is retried past: compacted, by the small model, after 1 s', async () => {
  const small = createScriptedModel({
    id: 'small',
    answer: (_request, index) => (index === 0 ? BUSY : 'Two tasks are done.'),
  });
  const main = always('main', 'Never asked.');
  const { found, request } = await run(small, main);
  expect(found).toMatchObject({
    status: 'compacted',
    steps: [{ rung: 'small', attempts: 2, cause: null, durationMs: 1000 }],
  });
  expect(request.clock.now()).toBe(1000);
  expect(main.calls).toHaveLength(0);
});
