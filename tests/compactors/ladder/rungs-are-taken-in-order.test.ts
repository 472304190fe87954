import { describe, expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import {
  type CompactionEvent,
  createScriptedModel,
  ModelError,
  type ScriptedAnswer,
} from '../../../harness/index.ts';
import { deepFreeze } from '../support/freeze.ts';
import { ladderSession, overWindow, SMALL_FLOOR } from '../support/ladder-session.ts';

const GOOD = 'Tasks 1 to 3 are done.';
const model = (id: string, answer: ScriptedAnswer) =>
  createScriptedModel({ id, answer: () => answer });

async function run(small: ScriptedAnswer | null, mainAnswer: ScriptedAnswer, params = {}) {
  const models = {
    main: model('main', mainAnswer),
    ...(small === null ? {} : { small: model('small', small) }),
  };
  const events: CompactionEvent[] = [];
  const request = overWindow(deepFreeze(ladderSession()), {
    models,
    onEvent: (event) => events.push(event),
  });
  const compactor = createCompactor({ name: 'ladder', params: { ...SMALL_FLOOR, ...params } });
  return { found: await compactor.compact(request), models, request, events };
}

test('the small summarizer alone, when it does', async () => {
  const { found, models, request, events } = await run(GOOD, 'Never asked.');
  if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
  expect(models.main.calls).toHaveLength(0);
  expect(found.messages.map(({ id }) => id)).toEqual([
    's',
    'ladder-checkpoint',
    'd3',
    'u4',
    'last',
  ]);
  expect(found.messages[1]?.created?.replaces).toEqual(
    request.messages.slice(1, 18).map(({ id }) => id),
  );
  expect(events).toContainEqual({ type: 'done', rung: 'small' });
});

describe.each<[string, ScriptedAnswer]>([
  ['overflow', new ModelError('overflow', 'prompt is too long: 215003 tokens', { status: 400 })],
  ['context-truncated', new ModelError('context-truncated', 'front dropped')],
  ['crash', new ModelError('crash', 'the server said 503 in its text')],
  ['no-recording', new ModelError('no-recording', 'none')],
  ['empty', ' \n'],
  ['refusal', { text: 'No.', stopReason: 'refusal' }],
  ['filtered', { stopReason: 'filtered' }],
  ['reasoning-only', { reasoning: 'Hm.' }],
  ['cut-off', { text: 'Tasks 1', stopReason: 'length' }],
  ['invalid-encoding', 'bad \ud800 text'],
  ['not-smaller', 'word '.repeat(4000)],
])('%s of the small summarizer', (cause, answer) => {
  test('is not retried; the main one takes over, and both are in the steps', async () => {
    const { found, models } = await run(answer, GOOD);
    expect(found).toMatchObject({
      status: 'fallback',
      step: 'main',
      cause,
      steps: [
        { rung: 'small', attempts: 1, cause },
        { rung: 'main', attempts: 1, cause: null },
      ],
    });
    expect(models.small?.calls.length).toBeGreaterThanOrEqual(1);
    expect(models.small?.calls.length).toBeLessThanOrEqual(2);
  });
});

test('no small model, or the same as the main one: one rung', async () => {
  const alone = await run(null, ' ');
  expect('steps' in alone.found && alone.found.steps.map(({ rung }) => rung)).toEqual([
    'main',
    'local-trim',
  ]);
  const main = model('main', ' ');
  const request = overWindow(ladderSession(), { models: { main, small: main } });
  const found = await createCompactor({ name: 'ladder', params: SMALL_FLOOR }).compact(request);
  expect('steps' in found && found.steps.map(({ rung }) => rung)).toEqual(['main', 'local-trim']);
});

test('transient is retried on both', async () => {
  const busy = new ModelError('transient', 'busy', { status: 503 });
  const { models } = await run(busy, busy, { maxAttempts: 2 });
  expect([models.small?.calls.length, models.main.calls.length]).toEqual([2, 2]);
});

test('the cause is that of the last step that failed', async () => {
  const { found } = await run(' ', { text: 'Tasks', stopReason: 'length' });
  expect(found).toMatchObject({ status: 'fallback', step: 'local-trim', cause: 'cut-off' });
});

test('deltas come as they arrive, and a listener that throws or rejects changes nothing', async () => {
  const calm = await run(GOOD, GOOD);
  const main = model('main', GOOD);
  for (const onEvent of [
    () => {
      throw new Error('listener');
    },
    () => Promise.reject(new Error('listener')) as never,
  ]) {
    const request = overWindow(ladderSession(), { models: { main }, onEvent });
    const found = await createCompactor({ name: 'ladder', params: SMALL_FLOOR }).compact(request);
    expect(found).toMatchObject({ status: 'compacted' });
    if ('messages' in found && 'messages' in calm.found) {
      expect(found.messages).toEqual(calm.found.messages);
    }
  }
  const streaming = {
    ...main,
    generate: async (request: Parameters<typeof main.generate>[0]) => {
      request.onDelta?.('Tasks');
      return main.generate(request);
    },
  };
  const events: CompactionEvent[] = [];
  const request = overWindow(ladderSession(), {
    models: { main: streaming },
    onEvent: (event) => events.push(event),
  });
  await createCompactor({ name: 'ladder', params: SMALL_FLOOR }).compact(request);
  expect(events).toContainEqual({ type: 'delta', rung: 'main', text: 'Tasks' });
});

test('no model: failed', async () => {
  const request = overWindow(ladderSession());
  const found = await createCompactor({ name: 'ladder', params: SMALL_FLOOR }).compact(request);
  expect(found).toEqual({ status: 'failed', cause: 'model-unavailable', steps: [] });
});

describe('an abort', () => {
  const hang: ScriptedAnswer = { text: 'late', durationMs: Number.POSITIVE_INFINITY };
  const busy = new ModelError('transient', 'busy', { status: 429 });
  test.each<[string, ScriptedAnswer, number]>([
    ['in an attempt', hang, 1234],
    ['in a backoff', busy, 500],
  ])('%s ends the run at once as cancelled', async (_name, answer, atMs) => {
    const controller = new AbortController();
    const small = model('small', answer);
    const main = model('main', GOOD);
    const { signal } = controller;
    const request = overWindow(ladderSession(), { models: { main, small }, signal });
    request.clock.after(atMs, () => controller.abort());
    const found = await createCompactor({ name: 'ladder', params: SMALL_FLOOR }).compact(request);
    expect(found).toMatchObject({ status: 'cancelled', steps: [{ rung: 'small', attempts: 1 }] });
    expect(request.clock.now()).toBe(atMs);
    expect(request.clock.pendingTimers).toBe(0);
    expect(main.calls).toHaveLength(0);
    expect(small.calls[0]?.signal.aborted).toBe(true);
  });
});
