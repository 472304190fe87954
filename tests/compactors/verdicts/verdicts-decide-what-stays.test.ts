import { describe, expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { createScriptedModel, type ScriptedAnswer } from '../../../harness/index.ts';
import { deepFreeze } from '../support/freeze.ts';
import { createRequest } from '../support/request.ts';
import { answerOf, JUDGE_ALL, verdictSession } from '../support/verdict-session.ts';

async function run(name: string, answers: ScriptedAnswer[], params = {}, contextTokens = 8192) {
  const main = createScriptedModel({ id: 'a', answers, contextTokens });
  const request = createRequest(deepFreeze(verdictSession()), { models: { main } });
  const compactor = createCompactor({ name, params: { ...JUDGE_ALL, ...params } });
  return { found: await compactor.compact(request), main, request };
}

test('units with drop go as a whole, all else stays in order and byte for byte', async () => {
  const { found, request } = await run('verdicts-free', [answerOf('dkdkdd')]);
  if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
  expect(found.messages.map(({ id }) => id)).toEqual(['s', 'a1', 'r1', 'a3', 'r3', 'u2', 'last']);
  for (const message of found.messages) {
    expect(request.messages).toContain(message);
  }
  expect(found.verdicts).toEqual({
    units: [
      { unitId: 'm1', messageIds: ['u1'], verdict: 'drop', score: null },
      { unitId: 'm2', messageIds: ['a1', 'r1'], verdict: 'keep', score: null },
      { unitId: 'm3', messageIds: ['a2', 'r2'], verdict: 'drop', score: null },
      { unitId: 'm4', messageIds: ['a3', 'r3'], verdict: 'keep', score: null },
      { unitId: 'm5', messageIds: ['a4', 'r4'], verdict: 'drop', score: null },
      { unitId: 'm6', messageIds: ['a5', 'r5'], verdict: 'drop', score: null },
    ],
    asked: 6,
    answered: 6,
    repaired: 0,
    faults: {},
  });
});

test('the size is what the verdicts make it, over the target too', async () => {
  const { found, request } = await run('verdicts-free', [answerOf('dkkkkk')]);
  if (found.status !== 'compacted') throw new Error(found.status);
  expect(request.counter.count(found.messages)).toBeGreaterThan(request.targetTokens);
});

test('the prompt names the task, each id with its unit, and clips with a count', async () => {
  const { main } = await run('verdicts-free', [answerOf('dkdkdd')], { resultChars: 100 });
  const prompt = main.calls[0]?.messages[1]?.content ?? '';
  expect(prompt).toContain('Current task:\nNow fix w3x0.');
  expect(prompt).toContain('[m2] assistant: calls bash {"command":"ls"}\nresult of bash: w1x0 ');
  expect(prompt).toMatch(/\[\d+ characters cut\]/);
  expect(prompt).toContain('m1, m2, m3, m4, m5, m6');
  expect(main.calls[0]?.maxOutputTokens).toBe(24 + 12 * 6);
});

describe('the variants differ in the form that is asked for', () => {
  test.each([
    ['verdicts-free', { type: 'text' }],
    ['verdicts-json', { type: 'json' }],
  ])('%s', async (name, format) => {
    const { main } = await run(name, [answerOf('dkdkdd')]);
    expect(main.calls[0]?.format).toEqual(format);
  });

  test('verdicts-schema: exactly the asked ids, keep or drop', async () => {
    const { main } = await run('verdicts-schema', [answerOf('dkdkdd')]);
    const verdict = { type: 'string', enum: ['keep', 'drop'] };
    const ids = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'];
    expect(main.calls[0]?.format).toEqual({
      type: 'schema',
      name: 'verdicts',
      schema: {
        type: 'object',
        properties: Object.fromEntries(ids.map((id) => [id, verdict])),
        required: ids,
        additionalProperties: false,
      },
    });
  });
});

describe('a bucket larger than the context goes in batches', () => {
  test('each fits, ids run on, every unit is asked about once', async () => {
    const { found, main } = await run(
      'verdicts-free',
      ['{"m1":"drop","m2":"drop"}', '{"m3":"keep","m4":"drop"}', '{"m5":"drop","m6":"drop"}'],
      { maxUnits: 2 },
    );
    if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
    expect(found.steps.map(({ rung }) => rung)).toEqual([
      'verdicts 1/3',
      'verdicts 2/3',
      'verdicts 3/3',
    ]);
    expect(found.verdicts).toMatchObject({ asked: 6, answered: 6 });
    expect(main.calls[1]?.messages[1]?.content).toContain('[m3] ');
    expect(main.calls[1]?.messages[1]?.content).not.toContain('[m1] ');
  });

  test('planned by the estimate of the model', async () => {
    const { main } = await run('verdicts-free', Array(6).fill('{}'), { policy: 'lenient' }, 1200);
    expect(main.calls.length).toBeGreaterThan(1);
    for (const { messages, maxOutputTokens } of main.calls) {
      const used = messages.reduce((sum, { content }) => sum + main.estimateTokens(content), 0);
      expect(used + maxOutputTokens).toBeLessThanOrEqual(1200);
    }
  });

  test('a context too small for one unit: overflow, and no call', async () => {
    const { found, main } = await run('verdicts-free', [], {}, 300);
    expect(found).toMatchObject({ status: 'fallback', step: 'sliding-window', cause: 'overflow' });
    expect(main.calls).toHaveLength(0);
  });
});

test('an earlier summary is not judged and stays', async () => {
  const main = createScriptedModel({ id: 'a', answers: ['Notes.', answerOf('dd')] });
  const first = await createCompactor({ name: 'summary', params: { keepTokens: 600 } }).compact(
    createRequest(verdictSession(), { models: { main } }),
  );
  if (first.status !== 'compacted') throw new Error(first.status);
  const request = createRequest(first.messages, { models: { main } });
  const found = await createCompactor({
    name: 'verdicts-free',
    params: { ...JUDGE_ALL, fallback: 'none' },
  }).compact(request);
  const prompt = main.calls[1]?.messages[1]?.content ?? '';
  expect(prompt).not.toContain('Notes.');
  if ('messages' in found)
    expect(found.messages.map(({ id }) => id)).toContain('summary-checkpoint');
});
