import { expect, test } from 'vitest';
import { classifyAnswer } from '../../../compactors/delegate/classify.ts';
import type { GenerateResponse } from '../../../harness/index.ts';

const answer = (over: Partial<GenerateResponse>): GenerateResponse => ({
  text: '',
  reasoning: null,
  stopReason: 'stop',
  stopDetail: null,
  usage: { promptTokens: null, completionTokens: null, cachedTokens: null },
  timing: { firstTokenMs: null, totalMs: 0, loadMs: null },
  logprobs: null,
  ...over,
});
const causeOf = (over: Partial<GenerateResponse>, prompt = ''): string => {
  const found = classifyAnswer(answer(over), prompt);
  return found.status === 'usable' ? `usable: ${found.text}` : found.cause;
};

test.each<[string, Partial<GenerateResponse>, string]>([
  ['nothing', {}, 'empty'],
  ['white space', { text: ' \n\t\u00a0 ' }, 'empty'],
  ['zero-width characters', { text: '\u200b\ufeff\u200d' }, 'empty'],
  ['a cut-off text', { text: 'The bug is', stopReason: 'length' }, 'cut-off'],
  ['a filtered text', { text: 'The', stopReason: 'filtered' }, 'filtered'],
  ['a refusal by the server', { text: 'No.', stopReason: 'refusal' }, 'refusal'],
  ['a refusal in words', { text: "I'm sorry, but I can't assist with that." }, 'refusal'],
  ['a short refusal', { text: 'I cannot help with this request.' }, 'refusal'],
  ['reasoning beside no text', { reasoning: 'Let me think.' }, 'reasoning-only'],
  ['reasoning within the text', { text: '<think>hm</think>\n ' }, 'reasoning-only'],
  ['reasoning that never ends', { text: '<think>hm, and', stopReason: 'length' }, 'reasoning-only'],
  ['a lone surrogate', { text: 'bad \ud800 text' }, 'invalid-encoding'],
  ['a null character', { text: 'bad \0 text' }, 'invalid-encoding'],
  ['a replacement character of its own', { text: 'caf\ufffd' }, 'invalid-encoding'],
  ['reasoning and a text', { text: '<think>hm</think>Done.' }, 'usable: Done.'],
  ['an emoji', { text: 'Ship it 🚀' }, 'usable: Ship it 🚀'],
  [
    'a note about something that could not be done',
    { text: 'The agent cannot write to shop.db, which is live.' },
    'usable: The agent cannot write to shop.db, which is live.',
  ],
])('%s', (_name, over, expected) => {
  expect(causeOf(over)).toBe(expected);
});

test('a replacement character of the prompt may be repeated', () => {
  expect(causeOf({ text: 'caf\ufffd' }, 'the file caf\ufffd.txt')).toBe('usable: caf\ufffd');
});

test('a long text that begins with an apology is no refusal', () => {
  const text = `Sorry, the first try could not write the file. ${'It then did step after step. '.repeat(20)}`;
  expect(causeOf({ text })).toBe(`usable: ${text.trim()}`);
});

test('two stretches of reasoning and a text between them', () => {
  expect(causeOf({ text: '<think>a</think>One.<reasoning>b</reasoning> Two.' })).toBe(
    'usable: One. Two.',
  );
});

test('a hostile answer of a million tags is classified quickly', () => {
  const startMs = performance.now();
  expect(causeOf({ text: '<think>'.repeat(1_000_000) })).toBe('reasoning-only');
  expect(causeOf({ text: `${'<think></think>'.repeat(20_000)}Done.` })).toBe('usable: Done.');
  expect(performance.now() - startMs).toBeLessThan(5000);
});
