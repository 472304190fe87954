import { describe, expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import {
  keepRecentForWindow,
  reserveForWindow,
  thresholdsFor,
} from '../../../compactors/ladder/thresholds.ts';
import {
  type CompactionRequest,
  createScriptedModel,
  type Message,
} from '../../../harness/index.ts';
import { ladderSession } from '../support/ladder-session.ts';
import { text } from '../support/messages.ts';
import { createRequest } from '../support/request.ts';

test.each([
  [1_000_000, 16_384, 20_000],
  [65_536, 16_384, 20_000],
  [40_000, 10_000, 20_000],
  [32_768, 8192, 16_384],
  [8192, 2048, 4096],
  [4096, 1024, 2048],
  [2000, 1024, 2048],
])('window %i: reserve %i, keep %i', (window, reserve, keep) => {
  expect(reserveForWindow(window)).toBe(reserve);
  expect(keepRecentForWindow(window)).toBe(keep);
});

test('settings replace the scaled defaults, and a trigger ratio the reserve', () => {
  const none = { reserveTokens: null, keepRecentTokens: null, triggerRatio: null };
  expect(thresholdsFor(8192, none)).toEqual({ gateTokens: 6144, keepRecentTokens: 4096 });
  expect(thresholdsFor(8192, { ...none, reserveTokens: 100, keepRecentTokens: 7 })).toEqual({
    gateTokens: 8092,
    keepRecentTokens: 7,
  });
  expect(thresholdsFor(8192, { ...none, triggerRatio: 0.5 })).toMatchObject({ gateTokens: 4096 });
});

describe('the gate', () => {
  const messages = ladderSession();
  const tokens = createRequest(messages).windowTokens;
  const ask = (over: Partial<CompactionRequest>, params = {}) => {
    const main = createScriptedModel({ id: 'main', answer: () => 'Done so far: 1 to 3.' });
    const request = createRequest(messages, {
      models: { main },
      mode: 'replay',
      force: false,
      ...over,
    });
    return createCompactor({
      name: 'ladder',
      params: { keepRecentTokens: 40, ...params },
    }).compact({ ...request, targetTokens: 10 });
  };

  test('opens above window less reserve, not at it', async () => {
    const params = { reserveTokens: 500 };
    expect(await ask({ windowTokens: tokens + 500 }, params)).toEqual({
      status: 'skipped',
      reason: 'not-triggered',
    });
    expect(await ask({ windowTokens: tokens + 499 }, params)).toMatchObject({
      status: 'compacted',
    });
  });

  test('counts tool schemas', async () => {
    const tools = [{ name: 'bash', description: 'word '.repeat(50), parameters: {} }];
    const params = { reserveTokens: 500 };
    const found = await ask({ windowTokens: tokens + 500, tools }, params);
    expect(found.status).toBe('compacted');
  });

  test('is skipped by force, of the request or of the settings', async () => {
    const params = { reserveTokens: 500 };
    const windowTokens = tokens * 3;
    expect((await ask({ windowTokens, force: true }, params)).status).toBe('compacted');
    expect((await ask({ windowTokens }, { ...params, force: true })).status).toBe('compacted');
  });
});

test('at or under the target: skipped', async () => {
  const request = createRequest(ladderSession(), { targetTokens: 100_000 });
  const found = await createCompactor({ name: 'ladder' }).compact(request);
  expect(found).toEqual({ status: 'skipped', reason: 'under-target' });
});

test.each<[string, Message[]]>([
  ['nothing', []],
  ['one message', [text('u', 'user', 'Hello.')]],
  ['system messages only', [text('a', 'system', 'A.'), text('b', 'system', 'B.')]],
])('%s: too short', async (_name, messages) => {
  const request = createRequest(messages, { targetTokens: 0 });
  const found = await createCompactor({ name: 'ladder' }).compact(request);
  expect(found).toEqual({ status: 'skipped', reason: 'too-short' });
});

test('one-shot: one pass to the target, with the floor derived from it', async () => {
  const main = createScriptedModel({ id: 'main', answer: () => 'Done so far: 1 to 3.' });
  const request = createRequest(ladderSession(150), { models: { main } });
  const found = await createCompactor({ name: 'ladder' }).compact(request);
  if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
  expect(request.counter.count(found.messages)).toBeLessThanOrEqual(request.targetTokens);
  expect(found.steps.map(({ rung }) => rung)).toEqual(['main']);
});
