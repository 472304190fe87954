import { describe, expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { judgeWord } from '../../../compactors/verdicts/judge-word.ts';
import { keepScore } from '../../../compactors/verdicts/score.ts';
import {
  createScriptedModel,
  type ScriptedAnswer,
  type TokenLogprob,
} from '../../../harness/index.ts';
import { createRequest } from '../support/request.ts';
import { JUDGE_ALL, verdictSession } from '../support/verdict-session.ts';

const token = (word: string, tops: Record<string, number>): TokenLogprob => ({
  token: word,
  logprob: Math.log(tops[word] ?? 0.01),
  top: Object.entries(tops).map(([t, p]) => ({ token: t, logprob: Math.log(p) })),
});
/** An answer whose first token says keep with probability `p`. */
const scored = (p: number): ScriptedAnswer => {
  const word = p >= 0.5 ? 'keep' : 'drop';
  return { text: word, logprobs: [token(word, { keep: p, drop: 1 - p })] };
};

async function run(answers: ScriptedAnswer[], params = {}) {
  const main = createScriptedModel({ id: 'a', answers });
  const request = createRequest(verdictSession(), { models: { main } });
  const compactor = createCompactor({ name: 'verdicts-one', params: { ...JUDGE_ALL, ...params } });
  return { found: await compactor.compact(request), main, request };
}

test('one call a unit, each with the task and one part, probabilities asked for', async () => {
  const { found, main } = await run(['drop', 'keep', 'drop', 'keep', 'drop', 'drop']);
  if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
  expect(found.messages.map(({ id }) => id)).toEqual(['s', 'a1', 'r1', 'a3', 'r3', 'u2', 'last']);
  expect(main.calls).toHaveLength(6);
  expect(main.calls[2]?.messages[1]?.content).toContain('w2x0');
  expect(main.calls[2]?.messages[1]?.content).not.toContain('w1x0');
  expect(main.calls[2]?.logprobs).toBe(10);
  expect(found.steps).toMatchObject([{ rung: 'verdicts', attempts: 6, cause: null }]);
});

test('the score against the threshold decides, not the word', async () => {
  const scores = [0.1, 0.9, 0.55, 0.7, 0.2, 0.3];
  const { found } = await run(scores.map(scored), { threshold: 0.6 });
  if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
  expect(found.verdicts?.units.map(({ verdict }) => verdict)).toEqual([
    'drop',
    'keep',
    'drop',
    'keep',
    'drop',
    'drop',
  ]);
  found.verdicts?.units.forEach(({ score }, i) => {
    expect(score).toBeCloseTo(scores[i] ?? 0, 10);
  });
});

describe('score', () => {
  test.each<[string, TokenLogprob[] | null, number | null]>([
    ['no probabilities', null, null],
    ['no token', [], null],
    ['both words', [token('keep', { keep: 0.6, drop: 0.2, other: 0.2 })], 0.75],
    ['only one of them', [token('drop', { drop: 0.9, other: 0.1 })], 0],
    [
      'spaces, capitals and beginnings',
      [token(' Ke', { ' Ke': 0.3, DR: 0.3, ' keep': 0.3 })],
      2 / 3,
    ],
    [
      'a quote before the word',
      [token('"', { '"': 1 }), token('keep', { keep: 0.5, drop: 0.5 })],
      0.5,
    ],
    ['other words only', [token('Sure', { Sure: 0.9, Yes: 0.1 })], null],
    ['a letter that could begin anything', [token('d', { d: 1 })], null],
    [
      'probability zero',
      [{ token: 'keep', logprob: 0, top: [{ token: 'drop', logprob: -Infinity }] }],
      1,
    ],
  ])('%s', (_name, logprobs, expected) => {
    const score = keepScore(logprobs);
    if (expected === null) expect(score).toBeNull();
    else expect(score).toBeCloseTo(expected, 10);
  });
});

describe('a word', () => {
  test.each([
    ['keep', 'keep', false],
    ['Drop.', 'drop', false],
    ['"keep"', 'keep', false],
    ['**drop**', 'drop', false],
    ['Keep, since it holds the path.', 'keep', true],
    ['The answer is: drop', 'drop', true],
  ])('%s', (text, verdict, repaired) => {
    expect(judgeWord(text)).toEqual({ status: 'verdict', verdict, repaired });
  });
  test.each([
    ['Yes.', 'schema'],
    ['keeper of the drops', 'schema'],
    ['keep or drop', 'contradiction'],
  ])('%s is %s', (text, cause) => {
    expect(judgeWord(text)).toEqual({ status: 'fault', cause });
  });
});

test.each<[ScriptedAnswer, string]>([
  ['Yes.', 'schema'],
  ['keep or drop', 'contradiction'],
  ['', 'empty'],
  [{ text: 'This part of the conversation', stopReason: 'length' }, 'cut-off'],
  [{ text: '', stopReason: 'length' }, 'cut-off'],
  [{ stopReason: 'filtered' }, 'filtered'],
])('%j ends the run with %s', async (answer, cause) => {
  const { found, main } = await run(['drop', answer, 'keep']);
  expect(found).toMatchObject({ status: 'fallback', step: 'sliding-window', cause });
  expect(main.calls).toHaveLength(2);
  if ('verdicts' in found) {
    expect(found.verdicts).toMatchObject({ asked: 2, answered: 1, faults: { [cause]: 1 } });
  }
});

test('words after a clear verdict may be cut off, and count as repaired', async () => {
  const long: ScriptedAnswer = { text: 'Keep, because the path is', stopReason: 'length' };
  const { found } = await run(['drop', long, 'drop', 'drop', 'drop', 'drop']);
  expect(found).toMatchObject({ status: 'compacted', verdicts: { repaired: 1, answered: 6 } });
});

test('keep-all and drop-all are told over all calls', async () => {
  expect((await run(Array(6).fill('keep'))).found).toMatchObject({ cause: 'keep-all' });
  expect((await run(Array(6).fill('drop'))).found).toMatchObject({ cause: 'drop-all' });
});
