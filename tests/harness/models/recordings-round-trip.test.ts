import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../../harness/clock/virtual.ts';
import { ModelError } from '../../../harness/errors.ts';
import { createRecordedModel } from '../../../harness/models/recorded.ts';
import { openRecordingStore } from '../../../harness/models/recordings/store.ts';
import { createScriptedModel, type ScriptedAnswer } from '../../../harness/models/scripted.ts';
import { withRecording } from '../../../harness/models/with-recording.ts';
import type { ModelClient } from '../../../harness/types/model.ts';
import { abortAfter, makeRequest } from './request-fixture.ts';

const temporary = () => mkdtempSync(join(tmpdir(), 'recordings-'));

function record(answers: ScriptedAnswer[], root = temporary()) {
  const live = createScriptedModel({ id: 'tiny:1b', answers, embed: (text) => [text.length, 0.1] });
  const store = openRecordingStore({ root, name: 'tiny:1b', model: live.info });
  return { root, live, store, client: withRecording(live, { store, mode: 'replay-or-record' }) };
}

function replay(root: string, virtualSpeed = 1): ModelClient {
  return createRecordedModel({
    store: openRecordingStore({ root, name: 'tiny:1b' }),
    virtualSpeed,
  });
}

const answer = {
  text: 'line 12 failed 💥',
  reasoning: 'hm',
  stopReason: 'length' as const,
  usage: { promptTokens: 31, completionTokens: 7, cachedTokens: 2 },
  durationMs: 90,
  firstTokenMs: 40,
  logprobs: [{ token: 'l', logprob: -0.1, top: [{ token: 'l', logprob: -0.1 }] }],
};

for (const packed of [false, true]) {
  test(`an answer is replayed whole ${packed ? 'from packs' : 'from the journal'}`, async () => {
    const { root, client, store } = record([answer]);
    const live = await client.generate(makeRequest());
    if (packed) store.pack();
    const clock = createVirtualClock();
    const again = await replay(root).generate(makeRequest({ clock, seed: 99 }));
    expect(again).toEqual(live);
    expect(clock.now()).toBe(90);
    expect(again.usage).toEqual(answer.usage);
  });
}

test('virtual speed stretches the recorded times', async () => {
  const { root, client } = record([answer]);
  await client.generate(makeRequest());
  const clock = createVirtualClock();
  const slow = await replay(root, 10).generate(makeRequest({ clock }));
  expect([slow.timing, clock.now()]).toEqual([
    { firstTokenMs: 400, totalMs: 900, loadMs: null },
    900,
  ]);
});

test('the same request is asked once, and a changed one again', async () => {
  const { client, live } = record(['a', 'b', 'c', 'd', 'e', 'f']);
  const changes = [
    {},
    {},
    { maxOutputTokens: 201 },
    { format: { type: 'json' as const } },
    { logprobs: 3 },
    { messages: [{ role: 'user' as const, content: 'Else' }] },
  ];
  const texts: string[] = [];
  for (const change of changes) texts.push((await client.generate(makeRequest(change))).text);
  expect(texts).toEqual(['a', 'a', 'b', 'c', 'd', 'e']);
  expect(live.calls).toHaveLength(5);
});

test('trials are recorded apart, and one that was not recorded is missing', async () => {
  const { root, client } = record(['cold', 'trial 2', 'trial 3']);
  const trials = [{}, { temperature: 0.7, seed: 2 }, { temperature: 0.7, seed: 3 }];
  for (const trial of trials) await client.generate(makeRequest(trial));
  const model = replay(root);
  const texts: string[] = [];
  for (const trial of trials) texts.push((await model.generate(makeRequest(trial))).text);
  expect(texts).toEqual(['cold', 'trial 2', 'trial 3']);
  await expect(model.generate(makeRequest({ temperature: 0.7, seed: 4 }))).rejects.toThrow(
    /no trial was recorded with temperature 0.7 and seed 4; record it with `npm run record-answers`/,
  );
});

test('a missing answer says which prompt changed', async () => {
  const { root, client } = record(['old']);
  await client.generate(makeRequest());
  const purpose = { ...makeRequest().purpose, promptHash: 'b'.repeat(64) };
  const messages = [{ role: 'user' as const, content: 'Shorten it well' }];
  const changed = replay(root).generate(makeRequest({ messages, purpose }));
  await expect(changed).rejects.toMatchObject({
    reason: 'no-recording',
    detail:
      'no recorded answer of tiny:1b to summary of demo/1: prompt summary changed (recorded aaaaaaaaaaaa, now bbbbbbbbbbbb); record it with `npm run record-answers`',
  });
  const elsewhere = { ...purpose, task: 'other/1' };
  await expect(
    replay(root).generate(makeRequest({ messages, purpose: elsewhere })),
  ).rejects.toThrow(/of other\/1: prompt summary was never recorded for it; record it/);
});

test('a lasting failure is recorded and met again; a passing one is not', async () => {
  const { root, client } = record([
    new ModelError('overflow', 'request (1617 tokens) exceeds the context', { status: 400 }),
    new ModelError('transient', 'busy', { status: 503 }),
  ]);
  await expect(client.generate(makeRequest())).rejects.toMatchObject({ reason: 'overflow' });
  await expect(client.generate(makeRequest({ maxOutputTokens: 1 }))).rejects.toMatchObject({
    reason: 'transient',
  });
  const model = replay(root);
  await expect(model.generate(makeRequest())).rejects.toMatchObject({
    reason: 'overflow',
    status: 400,
  });
  await expect(model.generate(makeRequest({ maxOutputTokens: 1 }))).rejects.toMatchObject({
    reason: 'no-recording',
  });
});

test('on a virtual clock a budget cuts the recording run as it cuts the replay, and the answer is kept', async () => {
  const { root } = record([]);
  const slow: ModelClient = {
    ...createScriptedModel({ id: 'tiny:1b', answers: [] }),
    generate: async (request) => {
      await request.clock.sleep(60, request.signal);
      return {
        ...(await createScriptedModel({ id: 'x', answers: ['late'] }).generate(request)),
        timing: { firstTokenMs: null, totalMs: 60, loadMs: 5 },
      };
    },
  };
  const store = openRecordingStore({ root, name: 'tiny:1b', model: slow.info });
  const client = withRecording(slow, { store, mode: 'replay-or-record' });
  const clock = createVirtualClock();
  await expect(
    client.generate(makeRequest({ clock, signal: abortAfter(clock, 20) })),
  ).rejects.toThrow('cut');
  expect(clock.now()).toBe(20);
  const later = createVirtualClock();
  const kept = await replay(root).generate(makeRequest({ clock: later }));
  expect([kept.text, later.now(), kept.timing.loadMs]).toEqual(['late', 60, 5]);
});

test('embeddings are recorded a text, and replayed', async () => {
  const { root, client, store } = record([]);
  const options = { clock: createVirtualClock(), signal: new AbortController().signal };
  const live = await client.embed?.(['one', 'three', 'one'], options);
  expect(live?.vectors).toEqual([
    [3, 0.1],
    [5, 0.1],
    [3, 0.1],
  ]);
  store.pack();
  const again = await replay(root).embed?.(['three'], options);
  expect(again?.vectors).toEqual([[5, 0.1]]);
  await expect(replay(root).embed?.(['two'], options)).rejects.toMatchObject({
    reason: 'no-recording',
  });
});

test('packing keeps every answer, changes no hash, and a cut-off journal line costs only itself', async () => {
  const { root, client, store } = record(['a', 'b', 'c']);
  for (const maxOutputTokens of [1, 2]) await client.generate(makeRequest({ maxOutputTokens }));
  const before = store.contentHash();
  store.pack();
  expect(openRecordingStore({ root, name: 'tiny:1b' }).contentHash()).toBe(before);
  expect(readdirSync(store.folder).filter((name) => name.endsWith('.jsonl'))).toEqual([]);
  await client.generate(makeRequest({ maxOutputTokens: 3 }));
  appendFileSync(join(store.folder, 'new.jsonl'), '{"type":"recording","ha');
  const model = replay(root);
  const texts: string[] = [];
  for (const maxOutputTokens of [1, 2, 3]) {
    texts.push((await model.generate(makeRequest({ maxOutputTokens }))).text);
  }
  expect(texts).toEqual(['a', 'b', 'c']);
});

test('packing only what was used drops stale answers', async () => {
  const { root, client } = record(['stale', 'fresh']);
  for (const maxOutputTokens of [1, 2]) await client.generate(makeRequest({ maxOutputTokens }));
  const store = openRecordingStore({ root, name: 'tiny:1b' });
  store.find(makeRequest({ maxOutputTokens: 2 }));
  store.pack({ onlyUsed: true });
  expect(openRecordingStore({ root, name: 'tiny:1b' }).size).toBe(1);
});

test('long shared beginnings are stored once', async () => {
  const { client, store } = record(Array.from({ length: 60 }, (_, index) => `answer ${index}`));
  const context = Array.from(
    { length: 4_000 },
    (_, line) => `${line * 7919}:${line ** 3 % 9973}`,
  ).join('\n');
  for (let index = 0; index < 60; index += 1) {
    await client.generate(
      makeRequest({ messages: [{ role: 'user', content: `${context}\nQuestion ${index}` }] }),
    );
  }
  store.pack();
  const bytes = readdirSync(store.folder).reduce(
    (sum, name) => sum + statSync(join(store.folder, name)).size,
    0,
  );
  expect(bytes).toBeLessThan(context.length);
});

test('a changed pack, a missing pack and a broken manifest are refused with the remedy', async () => {
  const { root, client, store } = record(['a']);
  await client.generate(makeRequest());
  store.pack();
  const pack = join(
    store.folder,
    readdirSync(store.folder).find((name) => name.endsWith('.br')) ?? '',
  );
  const bytes = readFileSync(pack);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(pack, bytes);
  expect(() => openRecordingStore({ root, name: 'tiny:1b' })).toThrow(
    /E_RECORD .*npm run record-answers/,
  );
  writeFileSync(join(store.folder, 'model.json'), '{"schemaVersion":2}');
  expect(() => openRecordingStore({ root, name: 'tiny:1b' })).toThrow(/E_RECORD .*model.json/);
});

test('an unknown name says what is recorded, and another digest is refused', async () => {
  const { root, client } = record(['a']);
  await client.generate(makeRequest());
  expect(() => openRecordingStore({ root, name: 'tiny-2b' })).toThrow(
    /Did you mean recorded:tiny-1b\?/,
  );
  const other = createScriptedModel({ id: 'tiny:1b', answers: ['another script'] });
  expect(() => openRecordingStore({ root, name: 'tiny:1b', model: other.info })).toThrow(
    /E_MODEL .*digest/,
  );
});
