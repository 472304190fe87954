import { expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { planChunks } from '../../../compactors/summary/chunks.ts';
import { createScriptedModel, type ScriptedAnswer } from '../../../harness/index.ts';
import { session, text } from '../support/messages.ts';
import { createRequest } from '../support/request.ts';

const small = (answers: ScriptedAnswer[], contextTokens = 2400) =>
  createScriptedModel({ id: 'small', answers, contextTokens });

test('each chunk brings the summary of those before up to date, and every call fits the context', async () => {
  const main = small(['one', 'two', 'three', 'four', 'five', 'six']);
  const request = createRequest(session(12), { models: { main } });
  const found = await createCompactor({ name: 'summary' }).compact(request);
  if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
  const n = main.calls.length;
  expect(n).toBeGreaterThan(1);
  expect(main.calls.map(({ purpose }) => purpose.promptId)).toEqual([
    'summary',
    ...Array(n - 1).fill('summary-update'),
  ]);
  expect(main.calls[1]?.messages[1]?.content).toContain('<notes>\none\n</notes>');
  for (const { messages, maxOutputTokens } of main.calls) {
    const used = messages.reduce((sum, { content }) => sum + main.estimateTokens(content), 0);
    expect(used + maxOutputTokens).toBeLessThanOrEqual(2400);
  }
  expect(found.steps.map(({ rung }) => rung)).toEqual(
    Array.from({ length: n }, (_, i) => `summary ${i + 1}/${n}`),
  );
  const last = ['one', 'two', 'three', 'four', 'five', 'six'][n - 1];
  expect(JSON.stringify(found.messages)).toContain(`\\n\\n${last}"`);
});

test('every tool step of the older part is in some chunk', async () => {
  const main = small(Array(9).fill('notes'));
  await createCompactor({ name: 'summary' }).compact(
    createRequest(session(12), { models: { main } }),
  );
  const seen = main.calls.map(({ messages }) => messages[1]?.content).join('\n');
  for (const i of [1, 2, 3, 4, 5, 6, 7]) expect(seen).toContain(`w${i}x0 `);
});

test('a failure in the second chunk fails the whole, and both calls are in the steps', async () => {
  const main = small(['one', { text: 'tw', stopReason: 'length' }]);
  const request = createRequest(session(12), { models: { main } });
  const found = await createCompactor({ name: 'summary' }).compact(request);
  expect(found).toMatchObject({ status: 'fallback', step: 'unchanged', cause: 'cut-off' });
  if (found.status === 'fallback')
    expect(found.steps.map(({ cause }) => cause)).toEqual([null, 'cut-off', null]);
});

test('a total budget cuts the chunk in which it ends, and starts no further call', async () => {
  const main = small([
    { text: 'one', durationMs: 3000 },
    { text: 'two', durationMs: 3000 },
  ]);
  const budgets = { attemptMs: 4000, totalMs: 4000 };
  const request = createRequest(session(12), { models: { main }, budgets });
  const found = await createCompactor({ name: 'summary' }).compact(request);
  expect(found).toMatchObject({ status: 'fallback', cause: 'timeout-total' });
  expect(main.calls).toHaveLength(2);
  expect(request.clock.now()).toBe(4000);
});

test('a model without room for any chunk: overflow, and no call', async () => {
  const main = small(['one'], 300);
  const request = createRequest(session(12), { models: { main } });
  const found = await createCompactor({ name: 'summary' }).compact(request);
  expect(found).toMatchObject({ status: 'fallback', cause: 'overflow' });
  expect(main.calls).toHaveLength(0);
});

test('one huge message is cut into pieces that add up to it', async () => {
  const huge = '🚀x'.repeat(2900);
  const main = small(Array(60).fill('notes'), 3000);
  const messages = [text('s', 'system', 'S.'), text('u', 'user', huge), text('u2', 'user', 'Go.')];
  await createCompactor({ name: 'summary', params: { textChars: 100_000 } }).compact(
    createRequest(messages, { models: { main } }),
  );
  const pieces = main.calls.map(
    ({ messages: m }) => m[1]?.content.match(/<conversation>\n([\s\S]*)\n<\/conversation>/)?.[1],
  );
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.join('').replaceAll('\n\n', '')).toBe(`user: ${huge}`);
});

test('chunks keep order and capacity', () => {
  const estimateTokens = (t: string): number => t.length;
  const parts = ['aaaa', 'bbbb', 'cccccccccccccccc', 'd'];
  expect(planChunks({ parts, capacityTokens: 10, estimateTokens })).toEqual([
    'aaaa\n\nbbbb',
    'cccccccc',
    'cccccccc',
    'd',
  ]);
});
