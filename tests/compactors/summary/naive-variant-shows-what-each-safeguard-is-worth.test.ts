import { expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { createScriptedModel, type Message } from '../../../harness/index.ts';
import { call, prose, result, text } from '../support/messages.ts';
import { createRequest } from '../support/request.ts';

const messages: Message[] = [
  text('s', 'system', 'S.'),
  text('u', 'user', 'Compare both logs.'),
  text('a0', 'assistant', prose('old', 200)),
  call('a', ['c1', 'c2']),
  result('r1', 'c1', prose('one', 40)),
  result('r2', 'c2', prose('two', 40)),
];

const compact = (name: string, answer: string, params = {}) => {
  const main = createScriptedModel({ id: 'a', answers: [answer] });
  const request = createRequest(messages, { models: { main } });
  return createCompactor({ name, params: { keepTokens: 1, ...params } }).compact(request);
};
const idsOf = (found: Awaited<ReturnType<typeof compact>>) =>
  'messages' in found ? found.messages.map(({ id }) => id) : [];

test('pair protection: the strategy keeps a call with all its results, naive orphans one', async () => {
  expect(idsOf(await compact('summary', 'Short.'))).toEqual([
    's',
    'u',
    'summary-checkpoint',
    'a',
    'r1',
    'r2',
  ]);
  expect(idsOf(await compact('summary-naive', 'Short.'))).toEqual([
    's',
    'u',
    'summary-naive-checkpoint',
    'r2',
  ]);
});

test('shrink check: naive hands on a result that grew', async () => {
  const long = prose('grown', 3000);
  expect(await compact('summary', long)).toMatchObject({
    status: 'fallback',
    cause: 'not-smaller',
  });
  const found = await compact('summary-naive', long);
  expect(found.status).toBe('compacted');
  const { counter, windowTokens } = createRequest(messages);
  if (found.status === 'compacted') {
    expect(counter.count(found.messages)).toBeGreaterThan(windowTokens);
  }
});

test('blank check: naive takes white space for a summary', async () => {
  expect(await compact('summary', ' \n ')).toMatchObject({ status: 'fallback', cause: 'empty' });
  expect(await compact('summary-naive', ' \n ')).toMatchObject({ status: 'compacted' });
});

test('each safeguard can be put back by itself', async () => {
  const pairs = await compact('summary-naive', 'Short.', { keepsPairs: true });
  expect(idsOf(pairs)).toContain('a');
  const size = await compact('summary-naive', prose('grown', 3000), { checksSize: true });
  expect(size).toMatchObject({ status: 'fallback', cause: 'not-smaller' });
  const blank = await compact('summary-naive', ' ', { checksBlank: true });
  expect(blank).toMatchObject({ status: 'fallback', cause: 'empty' });
});
