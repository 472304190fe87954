import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../../harness/clock/virtual.ts';
import {
  FAULT_NAMES,
  type FaultName,
  parseFault,
  withFault,
} from '../../../harness/faults/index.ts';
import { createScriptedModel } from '../../../harness/models/scripted.ts';
import { abortAfter, makeRequest } from '../models/request-fixture.ts';

const VERDICTS = '{"m1": "keep", "m2": "drop", "m3": "keep"}';

function faulty(fault: string, text = VERDICTS, seed = 1) {
  const model = createScriptedModel({ id: 'm', answer: () => ({ text, durationMs: 10 }) });
  return { model, client: withFault(model, parseFault(fault), seed) };
}

const textOf = async (fault: string, text?: string, seed?: number): Promise<string> =>
  (await faulty(fault, text, seed).client.generate(makeRequest())).text;

test('none is the client itself', () => {
  const model = createScriptedModel({ id: 'm', answers: ['x'] });
  expect(withFault(model, null, 1)).toBe(model);
});

test('after its schedule the client is its own again', async () => {
  const { client, model } = faulty('500:first-2');
  for (const _call of [1, 2]) {
    await expect(client.generate(makeRequest())).rejects.toMatchObject({
      reason: 'transient',
      status: 500,
    });
  }
  expect((await client.generate(makeRequest())).text).toBe(VERDICTS);
  expect(model.calls).toHaveLength(1);
});

test('one seed breaks an answer at one place, and seeds differ', async () => {
  const texts = new Set<string>();
  for (let seed = 1; seed <= 12; seed += 1) {
    expect(await textOf('missing-id', VERDICTS, seed)).toBe(
      await textOf('missing-id', VERDICTS, seed),
    );
    texts.add(await textOf('missing-id', VERDICTS, seed));
  }
  expect(texts.size).toBe(3);
});

test('verdicts lose, gain or repeat one id', async () => {
  const idsOf = (text: string) => [...text.matchAll(/"(\w+)":/g)].map(([, id]) => id);
  expect(idsOf(await textOf('missing-id'))).toHaveLength(2);
  expect(idsOf(await textOf('unknown-id'))).toEqual(['m1', 'm2', 'm3', 'zz999']);
  expect(new Set(idsOf(await textOf('duplicate-id'))).size).toBe(3);
  expect(idsOf(await textOf('duplicate-id'))).toHaveLength(4);
  expect(idsOf(await textOf('contradiction'))).toHaveLength(4);
  expect(() => JSON.parse(VERDICTS.slice(0, 20))).toThrow();
  expect(JSON.parse((await textOf('json-in-fence')).slice(8, -4))).toEqual(JSON.parse(VERDICTS));
  expect(await textOf('json-in-prose')).toContain(VERDICTS);
});

test('an answer without JSON is not touched by faults of verdicts', async () => {
  for (const name of [
    'json-in-prose',
    'truncated-json',
    'unknown-id',
    'missing-id',
    'contradiction',
  ]) {
    expect(await textOf(name, 'A summary.')).toBe('A summary.');
  }
});

test('a busy server says how long to wait, or does not', async () => {
  const refusal = (fault: string) => faulty(fault).client.generate(makeRequest());
  await expect(refusal('429')).rejects.toMatchObject({ status: 429, retryAfterMs: null });
  await expect(refusal('429-retry-after')).rejects.toMatchObject({
    status: 429,
    retryAfterMs: 5_000,
  });
});

test('a broken connection passes on what had arrived', async () => {
  const pieces = async (fault: string) => {
    let seen = '';
    const request = makeRequest({ onDelta: (text) => (seen += text) });
    await expect(faulty(fault).client.generate(request)).rejects.toMatchObject({
      reason: 'transient',
    });
    return seen;
  };
  expect(await pieces('reset-before')).toBe('');
  expect(await pieces('reset-during')).toBe(VERDICTS.slice(0, 21));
  expect(await pieces('reset-after')).toBe(VERDICTS);
});

test('slow takes a minute more; a changed answer is what is streamed', async () => {
  const clock = createVirtualClock();
  await faulty('slow').client.generate(makeRequest({ clock }));
  expect(clock.now()).toBe(60_010);
  let seen = '';
  await faulty('refusal').client.generate(makeRequest({ onDelta: (text) => (seen += text) }));
  expect(seen).toMatch(/^I'm sorry/);
});

test('too-long is longer than the prompt; cut-off and reasoning-only say why they stopped', async () => {
  const { messages } = makeRequest();
  const promptChars = messages.reduce((sum, { content }) => sum + content.length, 0);
  expect((await textOf('too-long')).length).toBeGreaterThan(promptChars);
  const cut = await faulty('cut-off').client.generate(makeRequest());
  expect([cut.text.length, cut.stopReason]).toEqual([21, 'length']);
  const thinking = await faulty('reasoning-only').client.generate(makeRequest());
  expect([thinking.text, thinking.reasoning === null]).toEqual(['', false]);
});

describe.each(FAULT_NAMES)('%s', (name: FaultName) => {
  test('ends at once when it is aborted, with nothing left on the clock', async () => {
    const clock = createVirtualClock();
    const request = makeRequest({ clock, signal: abortAfter(clock, 4) });
    await faulty(name)
      .client.generate(request)
      .catch(() => null);
    expect(clock.now()).toBeLessThanOrEqual(4);
    await clock.sleep(10);
    expect([clock.pendingTimers, clock.held]).toEqual([0, 0]);
  });
});
