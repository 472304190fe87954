import { describe, expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { createScriptedModel, ModelError, type ScriptedAnswer } from '../../../harness/index.ts';
import { deepFreeze } from '../support/freeze.ts';
import { session } from '../support/messages.ts';
import { createRequest } from '../support/request.ts';

const run = async (answer: ScriptedAnswer, params = {}) => {
  const main = createScriptedModel({ id: 'a', answers: [answer] });
  const request = createRequest(deepFreeze(session()), { models: { main } });
  const found = await createCompactor({ name: 'summary', params }).compact(request);
  return { found, request, main };
};

describe.each<[string, ScriptedAnswer, number]>([
  ['timeout-attempt', { text: 'late', durationMs: Number.POSITIVE_INFINITY }, 120_000],
  ['timeout-attempt', { text: 'late', durationMs: 120_001 }, 120_000],
  ['transient', new ModelError('transient', 'busy', { status: 503 }), 0],
  ['overflow', new ModelError('overflow', 'too long'), 0],
  ['context-truncated', new ModelError('context-truncated', 'front dropped'), 0],
  ['model-unavailable', new ModelError('model-unavailable', 'gone'), 0],
  ['cut-off', { text: 'The bug', stopReason: 'length' }, 0],
  ['filtered', { stopReason: 'filtered' }, 0],
  ['refusal', { text: 'No.', stopReason: 'refusal' }, 0],
  ['reasoning-only', { reasoning: 'Hm.' }, 0],
  ['empty', '', 0],
  ['empty', ' \n\t ', 0],
  ['invalid-encoding', 'bad \udc00 text', 0],
  ['not-smaller', 'word '.repeat(5000), 0],
])('%s (%j)', (cause, answer, elapsedMs) => {
  test('falls back to the input unchanged, the cause in its step', async () => {
    const { found, request } = await run(answer);
    expect(found).toMatchObject({ status: 'fallback', step: 'unchanged', cause });
    if (found.status !== 'fallback') return;
    expect(found.messages).toEqual(request.messages);
    expect(found.origins.every(({ type }) => type === 'kept')).toBe(true);
    expect(found.steps.map((step) => [step.rung, step.cause])).toEqual([
      ['summary', cause],
      ['unchanged', null],
    ]);
    expect(request.clock.now()).toBe(elapsedMs);
    expect(request.clock.pendingTimers).toBe(0);
  });
});

test('a model client that throws what is no error is a crash, and is survived', async () => {
  const main = createScriptedModel({ id: 'a' });
  const broken = { ...main, generate: () => Promise.reject(undefined) };
  const request = createRequest(session(), { models: { main: broken } });
  const found = await createCompactor({ name: 'summary' }).compact(request);
  expect(found).toMatchObject({ status: 'fallback', step: 'unchanged', cause: 'crash' });
});

test('a model client that answers something else is a breach of protocol', async () => {
  const main = createScriptedModel({ id: 'a' });
  const broken = { ...main, generate: async () => ({ text: 5 }) as never };
  const request = createRequest(session(), { models: { main: broken } });
  const found = await createCompactor({ name: 'summary' }).compact(request);
  expect(found).toMatchObject({ status: 'fallback', cause: 'protocol' });
});

test('fallback none: failed, with no context', async () => {
  const { found } = await run('', { fallback: 'none' });
  expect(found).toMatchObject({ status: 'failed', cause: 'empty' });
  expect(found).not.toHaveProperty('messages');
});

test('fallback to a named strategy: its result, under its name', async () => {
  const { found, request } = await run('', { fallback: 'sliding-window' });
  expect(found).toMatchObject({ status: 'fallback', step: 'sliding-window', cause: 'empty' });
  if (found.status !== 'fallback') return;
  expect(request.counter.count(found.messages)).toBeLessThanOrEqual(request.targetTokens);
});

test('no model at all: failed', async () => {
  const found = await createCompactor({ name: 'summary' }).compact(createRequest(session()));
  expect(found).toEqual({ status: 'failed', cause: 'model-unavailable', steps: [] });
});

test('a budget of the request replaces the limit of the settings', async () => {
  const main = createScriptedModel({ id: 'a', answers: [{ text: 'late', durationMs: 6000 }] });
  const budgets = { attemptMs: 5000, totalMs: null };
  const request = createRequest(session(), { models: { main }, budgets });
  const found = await createCompactor({ name: 'summary' }).compact(request);
  expect(found).toMatchObject({ cause: 'timeout-attempt' });
  expect(request.clock.now()).toBe(5000);
});

test('a total budget below the attempt is told apart', async () => {
  const main = createScriptedModel({ id: 'a', answers: [{ text: 'late', durationMs: 6000 }] });
  const budgets = { attemptMs: 5000, totalMs: 2000 };
  const request = createRequest(session(), { models: { main }, budgets });
  const found = await createCompactor({ name: 'summary' }).compact(request);
  expect(found).toMatchObject({ cause: 'timeout-total' });
  expect(request.clock.now()).toBe(2000);
});

test('an abort in the middle of a call ends it at once as cancelled', async () => {
  const controller = new AbortController();
  const main = createScriptedModel({ id: 'a', answers: [{ text: 'x', durationMs: 60_000 }] });
  const { signal } = controller;
  const request = createRequest(session(), { models: { main }, signal });
  request.clock.after(700, () => controller.abort());
  const found = await createCompactor({ name: 'summary' }).compact(request);
  expect(found).toEqual({ status: 'cancelled', steps: [] });
  expect(request.clock.now()).toBe(700);
  expect(request.clock.pendingTimers).toBe(0);
});

test('an aborted request asks nothing', async () => {
  const controller = new AbortController();
  controller.abort();
  const main = createScriptedModel({ id: 'a' });
  const request = createRequest(session(), { models: { main }, signal: controller.signal });
  const found = await createCompactor({ name: 'summary' }).compact(request);
  expect(found.status).toBe('cancelled');
  expect(main.calls).toHaveLength(0);
});
