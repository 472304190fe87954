import { expect, test } from 'vitest';
import { createVirtualClock } from '../../../harness/clock/virtual.ts';
import { ModelError } from '../../../harness/errors.ts';
import { createScriptedModel } from '../../../harness/models/scripted.ts';
import { abortAfter, makeRequest } from './request-fixture.ts';

test('gives its answers in order, keeps the requests, and never repeats one', async () => {
  const model = createScriptedModel({
    id: 'two',
    answers: ['first', { text: 'second', stopReason: 'length' }],
  });
  const [a, b] = [
    await model.generate(makeRequest()),
    await model.generate(makeRequest({ seed: 5 })),
  ];
  expect([a.text, a.stopReason, b.text, b.stopReason]).toEqual([
    'first',
    'stop',
    'second',
    'length',
  ]);
  expect(a.usage).toEqual({ promptTokens: null, completionTokens: null, cachedTokens: null });
  expect(model.calls.map(({ seed }) => seed)).toEqual([1, 5]);
  await expect(model.generate(makeRequest())).rejects.toMatchObject({ reason: 'no-recording' });
});

test('takes its scripted time on the clock, and streams after the first token', async () => {
  const clock = createVirtualClock();
  const model = createScriptedModel({
    id: 'slow',
    virtualSpeed: 2,
    answers: [{ text: 'done', durationMs: 1_000, firstTokenMs: 300 }],
  });
  const pieces: [number, string][] = [];
  const response = await model.generate(
    makeRequest({ clock, onDelta: (text) => pieces.push([clock.now(), text]) }),
  );
  expect(pieces).toEqual([[600, 'done']]);
  expect([clock.now(), response.timing.totalMs, response.timing.firstTokenMs]).toEqual([
    2_000, 2_000, 600,
  ]);
});

test('an abort ends it at once, with the reason of the signal and no timer left', async () => {
  const clock = createVirtualClock();
  const model = createScriptedModel({ id: 'long', answers: [{ text: 'x', durationMs: 60_000 }] });
  const request = makeRequest({ clock, signal: abortAfter(clock, 50) });
  await expect(model.generate(request)).rejects.toThrow('cut');
  expect([clock.now(), clock.pendingTimers]).toEqual([50, 0]);
});

test('a scripted ModelError is thrown as it is', async () => {
  const error = new ModelError('transient', 'busy', { status: 429, retryAfterMs: 2_000 });
  const model = createScriptedModel({ id: 'busy', answers: [error] });
  await expect(model.generate(makeRequest())).rejects.toBe(error);
});

test('a function answers by request, and slow work of it holds the virtual clock', async () => {
  const clock = createVirtualClock();
  const model = createScriptedModel({
    id: 'fn',
    answer: async (request, index) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return `${index}:${request.messages.length}`;
    },
  });
  const request = makeRequest({ clock, signal: abortAfter(clock, 1) });
  expect((await model.generate(request)).text).toBe('0:2');
});
