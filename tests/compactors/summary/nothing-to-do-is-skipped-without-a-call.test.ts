import { expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import {
  type CompactionRequest,
  createScriptedModel,
  type Message,
} from '../../../harness/index.ts';
import { session, text } from '../support/messages.ts';
import { createRequest } from '../support/request.ts';

test.each<[string, Message[], Partial<CompactionRequest>, string]>([
  ['no message', [], {}, 'too-short'],
  ['one message', [text('u', 'user', 'Hello there.')], {}, 'too-short'],
  ['only system messages', [text('a', 'system', 'A.'), text('b', 'system', 'B.')], {}, 'too-short'],
  ['at the target', session(), { targetTokens: 100_000 }, 'under-target'],
  [
    'below the trigger, not forced',
    session(),
    { force: false, windowTokens: 10_000, targetTokens: 100 },
    'not-triggered',
  ],
  [
    'only protected messages',
    [text('s', 'system', 'A.'), text('u', 'user', 'Do it.'), text('n', 'assistant', 'Done.')],
    { targetTokens: 2 },
    'nothing-removable',
  ],
])('%s', async (_name, messages, over, reason) => {
  const main = createScriptedModel({ id: 'a', answers: ['A summary.'] });
  for (const name of ['summary', 'summary-amnesia', 'summary-naive']) {
    const request = createRequest(messages, { models: { main }, ...over });
    const found = await createCompactor({ name }).compact(request);
    expect(found).toEqual({ status: 'skipped', reason });
  }
  expect(main.calls).toHaveLength(0);
});

test('at the trigger it starts unforced, tool schemas counted', async () => {
  const messages = session();
  const main = createScriptedModel({ id: 'a', answers: ['A summary.', 'A summary.'] });
  const base = createRequest(messages, { models: { main }, force: false });
  const tools = [{ name: 'bash', description: 'word '.repeat(300), parameters: {} }];
  const windowTokens = Math.floor(base.windowTokens / 0.75);
  const compactor = createCompactor({ name: 'summary' });
  const without = await compactor.compact({ ...base, windowTokens, targetTokens: 400 });
  expect(without).toEqual({ status: 'skipped', reason: 'not-triggered' });
  const withTools = await compactor.compact({ ...base, windowTokens, targetTokens: 400, tools });
  expect(withTools.status).toBe('compacted');
});

test('only an earlier summary in front of the floor: nothing to summarize', async () => {
  const main = createScriptedModel({ id: 'a', answers: ['A summary.', 'Another.'] });
  const compactor = createCompactor({ name: 'summary' });
  const first = await compactor.compact(createRequest(session(), { models: { main } }));
  if (first.status !== 'compacted') throw new Error(first.status);
  const windowTokens = createRequest(first.messages).windowTokens;
  const again = createRequest(first.messages, { models: { main }, targetTokens: windowTokens - 1 });
  const found = await createCompactor({
    name: 'summary',
    params: { keepTokens: 100_000 },
  }).compact(again);
  expect(found).toEqual({ status: 'skipped', reason: 'nothing-removable' });
  expect(main.calls).toHaveLength(1);
});
