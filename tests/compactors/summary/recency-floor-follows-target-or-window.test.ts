import { expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { type CompactionRequest, createScriptedModel } from '../../../harness/index.ts';
import { prose, session, text } from '../support/messages.ts';
import { createRequest } from '../support/request.ts';

async function floorOf(over: Partial<CompactionRequest>, params = {}, messages = session(10)) {
  const main = createScriptedModel({ id: 'a', answers: ['Short.'] });
  const request = createRequest(messages, { models: { main }, ...over });
  const found = await createCompactor({ name: 'summary', params }).compact(request);
  if (found.status !== 'compacted') throw new Error(found.status);
  const at = found.messages.findIndex((message) => message.created);
  const floor = found.messages.slice(at + 1);
  return { floor, tokens: request.counter.count(floor), request, found };
}

test('one-shot: the target less the protected messages less a quarter for the summary', async () => {
  for (const targetTokens of [500, 1000, 1500]) {
    const { tokens, request, found } = await floorOf({ targetTokens });
    const spare = targetTokens - Math.floor(targetTokens / 4);
    expect(tokens).toBeLessThanOrEqual(spare);
    // No further step of about 250 tokens would have fitted.
    expect(tokens).toBeGreaterThan(spare - 300);
    expect(request.counter.count(found.messages)).toBeLessThanOrEqual(targetTokens);
  }
});

test('never below the newest unit, even where that alone is over the target', async () => {
  const messages = [...session(2), text('end', 'assistant', prose('end', 900))];
  const { floor } = await floorOf({ targetTokens: 50 }, {}, messages);
  expect(floor.at(-1)?.id).toBe('end');
});

test('replay: a tenth of the window, whatever the target', async () => {
  const over = { mode: 'replay' as const, windowTokens: 6000, targetTokens: 100 };
  const { tokens } = await floorOf(over);
  expect(tokens).toBeGreaterThan(300);
  expect(tokens).toBeLessThanOrEqual(600);
});

test('a setting overrides both', async () => {
  const { floor } = await floorOf({ mode: 'replay', windowTokens: 6000 }, { keepTokens: 0 });
  expect(floor.map(({ id }) => id)).toEqual(['last']);
});
