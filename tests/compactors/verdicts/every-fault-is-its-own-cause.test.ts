import { describe, expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { createScriptedModel, ModelError, type ScriptedAnswer } from '../../../harness/index.ts';
import { createRequest } from '../support/request.ts';
import { answerOf, JUDGE_ALL, verdictSession } from '../support/verdict-session.ts';

async function run(answers: ScriptedAnswer[], params = {}, name = 'verdicts-free') {
  const main = createScriptedModel({ id: 'a', answers });
  const request = createRequest(verdictSession(), { models: { main } });
  const compactor = createCompactor({ name, params: { ...JUDGE_ALL, ...params } });
  return { found: await compactor.compact(request), main, request };
}
const GOOD = answerOf('dkdkdd');
const with_ = (text: string) => `${GOOD.slice(0, -1)},${text}}`;

const FAULTS: [string, ScriptedAnswer, Record<string, number>][] = [
  ['not-json', 'I would keep all of it.', { 'not-json': 1 }],
  ['not-json', '{"m1":"keep","m2":"dr', { 'not-json': 1 }],
  ['schema', '[["m1","keep"]]', { schema: 1 }],
  ['schema', GOOD.replace('"drop"', '"later"'), { schema: 1 }],
  ['unknown-id', with_('"m7":"drop"'), { 'unknown-id': 1 }],
  ['missing-id', '{"m1":"drop","m2":"keep"}', { 'missing-id': 4 }],
  ['duplicate-id', with_('"m1":"drop"'), { 'duplicate-id': 1 }],
  ['contradiction', with_('"m1":"keep"'), { contradiction: 1 }],
  ['keep-all', answerOf('kkkkkk'), { 'keep-all': 1 }],
  ['drop-all', answerOf('dddddd'), { 'drop-all': 1 }],
  ['empty', ' ', { empty: 1 }],
  ['refusal', { stopReason: 'refusal', text: 'No.' }, { refusal: 1 }],
  ['filtered', { stopReason: 'filtered' }, { filtered: 1 }],
  ['reasoning-only', { reasoning: 'Hm.' }, { 'reasoning-only': 1 }],
  ['cut-off', { text: '{"m1":"keep","m2":', stopReason: 'length' }, { 'cut-off': 1 }],
  ['invalid-encoding', '{"m1":"ke\ud800ep"}', { 'invalid-encoding': 1 }],
];

describe.each(FAULTS)('%s (%j)', (cause, answer, faults) => {
  test('strict: the named strategy takes over, cause and counts are on record', async () => {
    const { found, request } = await run([answer]);
    expect(found).toMatchObject({ status: 'fallback', step: 'sliding-window', cause });
    if (found.status !== 'fallback') return;
    expect(found.verdicts?.faults).toEqual(faults);
    expect(found.steps.map((step) => [step.rung, step.cause])).toEqual([
      ['verdicts', cause],
      ['sliding-window', null],
    ]);
    expect(request.counter.count(found.messages)).toBeLessThanOrEqual(request.targetTokens);
  });

  test('fallback unchanged hands on the input, fallback none nothing', async () => {
    const unchanged = await run([answer], { fallback: 'unchanged' });
    expect(unchanged.found).toMatchObject({ status: 'fallback', step: 'unchanged', cause });
    expect('messages' in unchanged.found && unchanged.found.messages).toEqual(
      unchanged.request.messages,
    );
    const none = await run([answer], { fallback: 'none' });
    expect(none.found).toMatchObject({ status: 'failed', cause });
    expect(none.found).not.toHaveProperty('messages');
  });

  test('lenient forgives a missing and an unknown id, and nothing else', async () => {
    const { found } = await run([answer], { policy: 'lenient' });
    const forgiven = cause === 'missing-id' || cause === 'unknown-id';
    expect(found.status).toBe(forgiven ? 'compacted' : 'fallback');
    if ('verdicts' in found) expect(found.verdicts?.faults).toEqual(faults);
  });
});

describe.each<[string, ScriptedAnswer, number]>([
  ['transient', new ModelError('transient', 'busy', { status: 500 }), 0],
  ['no-recording', new ModelError('no-recording', 'none'), 0],
  ['overflow', new ModelError('overflow', 'too long'), 0],
  ['timeout-attempt', { text: GOOD, durationMs: 120_001 }, 120_000],
])('a call that fails: %s', (cause, answer, elapsedMs) => {
  test('is no fault of an answer', async () => {
    const { found, request } = await run([answer]);
    expect(found).toMatchObject({ status: 'fallback', step: 'sliding-window', cause });
    if ('verdicts' in found) {
      expect(found.verdicts).toMatchObject({ asked: 6, answered: 0, faults: {} });
    }
    expect(request.clock.now()).toBe(elapsedMs);
    expect(request.clock.pendingTimers).toBe(0);
  });
});

test('several faults: the first of the closed list is the cause, all are counted', async () => {
  const { found } = await run(['{"m1":"drop","m1":"keep","m9":"keep"}']);
  expect(found).toMatchObject({ cause: 'unknown-id' });
  if ('verdicts' in found) {
    expect(found.verdicts?.faults).toEqual({ 'unknown-id': 1, 'missing-id': 5, contradiction: 1 });
  }
});

test('lenient: a unit without a verdict stays', async () => {
  const { found } = await run(['{"m1":"drop","m3":"drop"}'], { policy: 'lenient' });
  if (found.status !== 'compacted') throw new Error(found.status);
  expect(found.messages.map(({ id }) => id)).toEqual([
    's',
    'a1',
    'r1',
    'a3',
    'r3',
    'a4',
    'r4',
    'a5',
    'r5',
    'u2',
    'last',
  ]);
});

test('strict ends at the first batch with a fault, and only asked units count', async () => {
  const answers = ['{"m1":"drop","m2":"keep"}', 'what?', 'never asked'];
  const { found, main } = await run(answers, { maxUnits: 2 });
  expect(main.calls).toHaveLength(2);
  expect(found).toMatchObject({ cause: 'not-json', verdicts: { asked: 4, answered: 2 } });
});

test('a repaired answer succeeds and is counted', async () => {
  const { found } = await run([`Sure:\n\`\`\`json\n${GOOD}\n\`\`\``]);
  expect(found).toMatchObject({ status: 'compacted', verdicts: { repaired: 1, faults: {} } });
});

test('no model: failed', async () => {
  const request = createRequest(verdictSession());
  for (const name of ['verdicts-free', 'verdicts-json', 'verdicts-schema', 'verdicts-one']) {
    const found = await createCompactor({ name, params: JUDGE_ALL }).compact(request);
    expect(found).toEqual({ status: 'failed', cause: 'model-unavailable', steps: [] });
  }
});

test('an abort in the middle of a call: cancelled at once', async () => {
  const controller = new AbortController();
  const main = createScriptedModel({ id: 'a', answers: [{ text: GOOD, durationMs: 9000 }] });
  const { signal } = controller;
  const request = createRequest(verdictSession(), { models: { main }, signal });
  request.clock.after(10, () => controller.abort());
  const found = await createCompactor({ name: 'verdicts-free', params: JUDGE_ALL }).compact(
    request,
  );
  expect(found).toEqual({ status: 'cancelled', steps: [] });
  expect(request.clock.now()).toBe(10);
});
