import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createVirtualClock } from '../../../harness/clock/virtual.ts';
import { openRecordingStore } from '../../../harness/models/recordings/store.ts';
import { type ResolveModelsOptions, resolveModels } from '../../../harness/models/resolve.ts';
import { createScriptedModel } from '../../../harness/models/scripted.ts';
import { withRecording } from '../../../harness/models/with-recording.ts';
import { startOllama } from './ollama-fixture.ts';
import { readExchange, startServer } from './ollama-replay-server.ts';
import { makeRequest } from './request-fixture.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const answer = readExchange('basics/07-chat-nonstream-8192');

function options(change: Partial<ResolveModelsOptions> = {}): ResolveModelsOptions {
  const root = mkdtempSync(join(tmpdir(), 'models-'));
  return {
    recordingsRoot: join(root, 'recordings'),
    referencesRoot: join(root, 'references'),
    environment: { OLLAMA_HOST: 'http://127.0.0.1:11399' },
    signal: new AbortController().signal,
    probeMs: 20_000,
    ...change,
  };
}

async function resolve(names: string[], with_: ResolveModelsOptions) {
  const resolved = await resolveModels(names, with_);
  open.push(resolved);
  return resolved;
}

async function recordOne(root: string): Promise<void> {
  const live = createScriptedModel({ id: 'tiny', answers: ['an answer'] });
  const store = openRecordingStore({ root, name: 'tiny', model: live.info });
  await withRecording(live, { store, mode: 'replay-or-record' }).generate(makeRequest());
}

test('auto takes the smallest and the largest chat model of a reachable server, and says so', async () => {
  const server = await startOllama(answer);
  open.push(server);
  const base = readExchange('basics/02-list').body as { models: object[] };
  server.answers['/api/tags'] = (_request, response) => {
    const more = [
      { name: 'nomic-embed-text:latest', details: { family: 'nomic-bert', parameter_size: '1M' } },
      {
        name: 'big:70b',
        size: 4e10,
        details: { parameter_size: '70.6B' },
        capabilities: ['completion'],
      },
    ];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ models: [...base.models, ...more] }));
  };
  const { models, reason, live, servers } = await resolve(
    ['auto'],
    options({ environment: { OLLAMA_HOST: server.url } }),
  );
  expect(models.map(({ info }) => info.id)).toEqual([
    'ollama:smollm2-native:135m',
    'ollama:big:70b',
  ]);
  expect(reason).toBe(
    `Ollama answers at ${server.url}: the smallest and the largest of its 3 chat models, smollm2-native:135m and big:70b`,
  );
  expect(live).toBe(true);
  expect(servers).toEqual({ [server.url]: 'Ollama 0.9.7-lab' });
});

test('auto without a server takes what is recorded, and says why', async () => {
  const with_ = options();
  await recordOne(with_.recordingsRoot);
  const { models, reason, live } = await resolve(['auto'], with_);
  expect(models.map(({ info }) => info.id)).toEqual(['recorded:tiny']);
  expect(reason).toBe(
    'no Ollama server answers at http://127.0.0.1:11399: the recorded models tiny',
  );
  expect(live).toBe(false);
});

test('auto with a server that hangs gives up soon', async () => {
  const server = await startServer({ '/api/tags': () => {} });
  open.push(server);
  const { models } = await resolve(
    ['auto'],
    options({ environment: { OLLAMA_HOST: server.url }, probeMs: 200 }),
  );
  expect(models).toEqual([]);
});

test('ollama:* takes every chat model, and one that is named twice stands once', async () => {
  const server = await startOllama(answer);
  open.push(server);
  const { models } = await resolve(
    ['ollama:*', 'ollama:smollm2:135m'],
    options({ environment: { OLLAMA_HOST: server.url } }),
  );
  expect(models.map(({ info }) => info.id)).toEqual([
    'ollama:smollm2-native:135m',
    'ollama:smollm2:135m',
  ]);
});

test('a live model is recorded, and replayed without its server', async () => {
  const server = await startOllama(answer);
  open.push(server);
  const with_ = options({
    environment: { OLLAMA_HOST: server.url },
    recording: 'replay-or-record',
  });
  const recordingRun = await resolve(['ollama:smollm2:135m'], with_);
  const first = await recordingRun.models[0]?.generate(makeRequest());
  recordingRun.stores[0]?.pack();
  await server.close();
  const offline = { ...with_, environment: {}, recording: 'replay' as const, virtualSpeed: 3 };
  for (const name of ['ollama:smollm2:135m', 'recorded:smollm2-135m']) {
    const { models } = await resolve([name], offline);
    const clock = createVirtualClock();
    const again = await models[0]?.generate(makeRequest({ clock }));
    expect(again?.text).toBe(first?.text);
    expect(clock.now()).toBeCloseTo((first?.timing.totalMs ?? 0) * 3, 3);
    expect(models[0]?.info).toMatchObject({
      id: 'recorded:smollm2-135m',
      tier: 'weak',
      parameters: 134_515_008,
    });
  }
});

test('tiers of the config win, and scripted models are handed in', async () => {
  const model = createScriptedModel({ id: 'mine', answers: ['x'] });
  const { models } = await resolve(
    ['scripted:mine'],
    options({ scripted: { mine: model }, tiers: { mine: 'strong' } }),
  );
  expect(models[0]?.info.tier).toBe('strong');
});

test('every name that cannot be had is reported at once, each with what to do', async () => {
  const names = [
    'ollma:x',
    'recorded:nothing',
    'gguf:/no/such/SmolLM2-135M-Instruct-Q4_1.gguf',
    'openai:gpt-4o',
    'ollama:x',
    'scripted:y',
    'autoo',
  ];
  const failure: unknown = await resolveModels(names, options()).catch((error: unknown) => error);
  expect(String(failure).split('\n')).toEqual([
    expect.stringMatching(/E_MODEL ollma:x: .*Did you mean ollama:x\?/),
    expect.stringMatching(/E_MODEL recorded:nothing: .*npm run record-answers/),
    expect.stringMatching(/E_MODEL gguf:.*npm run fetch-model -- smollm2-135m/),
    expect.stringMatching(/E_MODEL openai:gpt-4o: .*OPENAI_API_KEY/),
    expect.stringMatching(/E_MODEL ollama:x: .*ollama serve/),
    expect.stringMatching(/E_MODEL scripted:y: /),
    expect.stringMatching(/E_MODEL autoo: .*Did you mean auto\?/),
  ]);
});
