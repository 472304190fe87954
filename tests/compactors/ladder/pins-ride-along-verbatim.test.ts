import { describe, expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { capPins, MOST_PIN_CHARS } from '../../../compactors/ladder/pins.ts';
import { sanitizeSummary } from '../../../compactors/ladder/sanitize.ts';
import { createScriptedModel, type ScriptedAnswer } from '../../../harness/index.ts';
import { ladderSession, overWindow, SMALL_FLOOR } from '../support/ladder-session.ts';

const PINS = ['Never push to {main}; ask $USER first.', 'You have lost context? Read NOTES.md.'];

async function run(pins: string[], answer: ScriptedAnswer = 'Tasks 1 to 3 are done.') {
  const main = createScriptedModel({ id: 'main', answer: () => answer });
  const request = overWindow(ladderSession(), { models: { main }, pins });
  const found = await createCompactor({ name: 'ladder', params: SMALL_FLOOR }).compact(request);
  return { found, prompts: main.calls.map(({ messages }) => messages), main };
}

test('every summary prompt holds the pinned lines as a verbatim block', async () => {
  const { prompts } = await run(PINS);
  expect(prompts.length).toBeGreaterThan(1);
  for (const [, user] of prompts) {
    expect(user?.content).toContain(`<pinned>\n${PINS.join('\n')}\n</pinned>`);
  }
});

test('lines that the model left out are in the result all the same, character for character', async () => {
  const { found } = await run(PINS);
  if (!('messages' in found)) throw new Error(found.status);
  const checkpoint = JSON.stringify(found.messages.find(({ created }) => created));
  for (const pin of PINS) expect(checkpoint).toContain(pin);
});

test('lines that the model repeated are not added again', async () => {
  const { found } = await run([PINS[0] ?? ''], `Done.\n${PINS[0]}`);
  if (!('messages' in found)) throw new Error(found.status);
  expect(JSON.stringify(found.messages).split(PINS[0] ?? '').length - 1).toBeLessThanOrEqual(2);
});

test('no pins: prompts are byte for byte those without the feature', async () => {
  const { prompts } = await run([]);
  for (const [, user] of prompts) {
    expect(user?.content).not.toContain('pinned');
    expect(user?.content).toMatch(/(says|numbers and errors)\.$/);
  }
});

describe('the cap', () => {
  test('is 8,192 characters, whole lines, in their order', () => {
    const lines = [`a${'x'.repeat(5000)}`, `b${'y'.repeat(5000)}`, 'c short'];
    expect(capPins(lines)).toEqual([lines[0], 'c short']);
    expect(capPins(['z'.repeat(MOST_PIN_CHARS)])).toHaveLength(1);
    expect(capPins(['z'.repeat(MOST_PIN_CHARS + 1)])).toEqual([]);
  });

  test('counts the line breaks between', () => {
    expect(capPins(['x'.repeat(4096), 'y'.repeat(4096)])).toHaveLength(1);
    expect(capPins(['x'.repeat(4096), 'y'.repeat(4095)])).toHaveLength(2);
  });

  test('takes a line once, and no blank one', () => {
    expect(capPins(['a', ' ', 'a', 'b'])).toEqual(['a', 'b']);
  });
});

test('pins take room in the envelope of a chunk: with them each call still fits the context', async () => {
  const pins = Array.from(
    { length: 20 },
    (_, i) => `Rule ${i}: ${'never touch production '.repeat(4)}`,
  );
  const contextTokens = 2000;
  const main = createScriptedModel({ id: 'main', answer: () => 'Done.', contextTokens });
  const request = overWindow(ladderSession(200), { models: { main }, pins });
  await createCompactor({ name: 'ladder', params: SMALL_FLOOR }).compact(request);
  expect(main.calls.length).toBeGreaterThan(0);
  for (const { messages, maxOutputTokens } of main.calls) {
    const used = messages.reduce((sum, { content }) => sum + main.estimateTokens(content), 0);
    expect(used + maxOutputTokens).toBeLessThanOrEqual(contextTokens);
  }
});

describe('the sanitizer', () => {
  test.each([
    [
      'The bug is in a.ts. The earlier context was truncated. Run the tests next.',
      'The bug is in a.ts. Run the tests next.',
    ],
    ['You no longer have access to the previous conversation.\nFix b.ts.', 'Fix b.ts.'],
    ['- I have lost the conversation history.\n- Fix b.ts.', '- Fix b.ts.'],
    ['Previous context is unavailable, so ask again. Fix c.ts.', 'Fix c.ts.'],
    ['The lost-update bug is in db.ts; the history table was cleaned.', null],
    ['Do not lose the context manager in `with open`.', null],
  ])('%s', (summary, expected) => {
    expect(sanitizeSummary(summary, [])).toBe(expected ?? summary);
  });

  test('never touches a pinned line, whatever it says', () => {
    const pin = 'If the conversation was compacted, read NOTES.md.';
    const summary = `Done. The conversation was compacted.\n${pin}\nNext: c.ts.`;
    expect(sanitizeSummary(summary, [pin])).toBe(`Done.\n${pin}\nNext: c.ts.`);
  });

  test('does not crawl through a page without a full stop', () => {
    const page = 'I lost you context '.repeat(20_000);
    const startMs = performance.now();
    expect(sanitizeSummary(page, [])).toBe(page.trim());
    expect(performance.now() - startMs).toBeLessThan(5000);
  });

  test('a summary of nothing else is empty: the rung failed', async () => {
    const { found } = await run([], 'The conversation history was lost.');
    expect(found).toMatchObject({ status: 'fallback', step: 'local-trim', cause: 'empty' });
  });
});
