import { expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { createScriptedModel, type Message } from '../../../harness/index.ts';
import { call, prose, result, session } from '../support/messages.ts';
import { createRequest } from '../support/request.ts';

const FIRST = 'The order number is ORD-5512.';

/** Answers with all that its notes and its prompt hold of order numbers, as a faithful summarizer would. */
const faithful = () =>
  createScriptedModel({
    id: 'faithful',
    answer: ({ messages }, index) => {
      const seen = messages[1]?.content.match(/ORD-\d+/g) ?? [];
      return index === 0 ? FIRST : `Orders: ${[...new Set(seen)].join(', ') || 'none'}.`;
    },
  });

/** Compacts a session, plays five more steps, compacts again: texts and ids of the second result, and its prompt. */
async function twice(name: string) {
  const main = faithful();
  const compactor = createCompactor({ name });
  const first = await compactor.compact(createRequest(session(), { models: { main } }));
  if (first.status !== 'compacted') throw new Error(first.status);
  const more: Message[] = [1, 2, 3, 4, 5].flatMap((i) => [
    call(`x${i}`, [`y${i}`]),
    result(`z${i}`, `y${i}`, prose(`m${i}n`, 60)),
  ]);
  const second = await compactor.compact(
    createRequest([...first.messages, ...more], { models: { main } }),
  );
  if (second.status !== 'compacted') throw new Error(second.status);
  return { second, prompt: main.calls[1]?.messages[1]?.content ?? '', calls: main.calls };
}

test('the second compaction sees the first summary and keeps what it held', async () => {
  const { second, prompt, calls } = await twice('summary');
  expect(prompt).toContain(`<notes>\n${FIRST}\n</notes>`);
  expect(calls[1]?.purpose.promptId).toBe('summary-update');
  expect(JSON.stringify(second.messages)).toContain('ORD-5512');
});

test('there is one checkpoint afterwards, which stands for the first one too', async () => {
  const { second } = await twice('summary');
  const made = second.messages.filter((message) => message.created);
  expect(made).toHaveLength(1);
  expect(made[0]?.created?.replaces).toContain('summary-checkpoint');
  expect(made[0]?.id).toBe('summary-checkpoint-2');
});

test('amnesia: the variant that withholds the first summary forgets it', async () => {
  const { second, prompt } = await twice('summary-amnesia');
  expect(prompt).not.toContain('ORD-5512');
  expect(JSON.stringify(second.messages)).not.toContain('ORD-5512');
});
