import { describe, expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { createScriptedModel, ModelError } from '../../../harness/index.ts';
import { deepFreeze } from '../support/freeze.ts';
import { createRequest } from '../support/request.ts';
import { verdictSession } from '../support/verdict-session.ts';

/** Vectors in a plane: texts about step 3 and the task point the same way, step 5 half of it, all else away. */
const embed = (text: string): number[] => {
  if (text.includes('fix w3x0') || text.includes('w3x940')) return [1, 0];
  if (text.includes('w5x940')) return [1, 1];
  return [0, 1];
};
const embedder = () => createScriptedModel({ id: 'e', embed });
const messages = deepFreeze(verdictSession());

describe.each(['verdicts-bm25', 'verdicts-embed'])('%s', (name) => {
  const ask = (params = {}, targetTokens?: number) => {
    const request = createRequest(messages, { models: { main: embedder() } });
    const target = targetTokens ?? request.targetTokens;
    return createCompactor({ name, params }).compact({ ...request, targetTokens: target });
  };

  test('keeps the unit that the task is about, and fits the target', async () => {
    const found = await ask();
    if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
    expect(found.messages.map(({ id }) => id)).toContain('r3');
    const request = createRequest(messages);
    expect(request.counter.count(found.messages)).toBeLessThanOrEqual(request.targetTokens);
    const best = found.verdicts?.units.find(({ unitId }) => unitId === 'm4');
    expect(best).toMatchObject({ verdict: 'keep', score: 1 });
    for (const { score } of found.verdicts?.units ?? []) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    expect(found.verdicts).toMatchObject({ asked: 6, answered: 6 });
  });

  test('a target below the protected messages drops every unit', async () => {
    const found = await ask({}, 5);
    if (found.status !== 'compacted') throw new Error(found.status);
    expect(found.messages.map(({ id }) => id)).toEqual(['s', 'u2', 'last']);
  });

  test('with a threshold the score decides, whatever the size', async () => {
    const found = await ask({ threshold: 0.99 });
    if (found.status !== 'compacted') throw new Error(found.status);
    expect(found.messages.map(({ id }) => id)).toEqual(['s', 'a3', 'r3', 'u2', 'last']);
  });

  test('a threshold of 0 removes nothing: skipped', async () => {
    expect(await ask({ threshold: 0 })).toEqual({ status: 'skipped', reason: 'nothing-removable' });
  });

  test('the same input gives the same output', async () => {
    expect(await ask()).toEqual(await ask());
  });
});

test('bm25 asks no model', async () => {
  const found = await createCompactor({ name: 'verdicts-bm25' }).compact(createRequest(messages));
  expect(found.status).toBe('compacted');
});

test('a model that gives no vectors: failed', async () => {
  const main = createScriptedModel({ id: 'a' });
  const request = createRequest(messages, { models: { main } });
  const found = await createCompactor({ name: 'verdicts-embed' }).compact(request);
  expect(found).toEqual({ status: 'failed', cause: 'model-unavailable', steps: [] });
});

test.each<[string, unknown]>([
  ['too few vectors', [[1, 0]]],
  ['vectors of two lengths', [[1, 0], ...Array(6).fill([1])]],
  ['what is no number', [[1, 0], ...Array(6).fill([Number.NaN, 1])]],
  ['no list', 'nothing'],
])('%s: protocol', async (_name, vectors) => {
  const main = { ...embedder(), embed: async () => ({ vectors }) as never };
  const request = createRequest(messages, { models: { main } });
  const found = await createCompactor({ name: 'verdicts-embed' }).compact(request);
  expect(found).toMatchObject({ status: 'fallback', step: 'sliding-window', cause: 'protocol' });
});

test('a failing or hanging embedding falls back with its cause', async () => {
  const failing = {
    ...embedder(),
    embed: () => Promise.reject(new ModelError('transient', 'busy', { status: 429 })),
  };
  const request = createRequest(messages, { models: { main: failing } });
  const compactor = createCompactor({ name: 'verdicts-embed' });
  expect(await compactor.compact(request)).toMatchObject({ cause: 'transient' });
  const hanging = { ...embedder(), embed: () => new Promise<never>(() => {}) };
  const second = createRequest(messages, { models: { main: hanging } });
  expect(await compactor.compact(second)).toMatchObject({ cause: 'timeout-attempt' });
  expect(second.clock.now()).toBe(120_000);
});
