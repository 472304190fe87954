import { afterEach, describe, expect, test } from 'vitest';
import { createRealClock } from '../../../harness/clock/real.ts';
import { createOllamaModel } from '../../../harness/models/ollama/client.ts';
import { createOllamaServer } from '../../../harness/models/ollama/server.ts';
import type { GenerateRequest, ModelClient } from '../../../harness/types/model.ts';
import { messagesOf, psWithContext, startOllama } from './ollama-fixture.ts';
import { type Answer, readExchange, replay, type TestServer } from './ollama-replay-server.ts';
import { abortAfter, makeRequest } from './request-fixture.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function connect(server: TestServer, contextCap?: number): Promise<ModelClient> {
  const ollama = createOllamaServer(server.url);
  open.push(ollama, server);
  return createOllamaModel({
    server: ollama,
    name: 'smollm2:135m',
    signal: new AbortController().signal,
    ...(contextCap === undefined ? {} : { contextCap }),
  });
}

const live = (change: Partial<GenerateRequest> = {}) =>
  makeRequest({ clock: createRealClock(), ...change });

describe('the answer', () => {
  test('is read with usage, load time and stop reason, and nothing may be truncated', async () => {
    const exchange = readExchange('basics/07-chat-nonstream-8192');
    const server = await startOllama(exchange);
    const model = await connect(server);
    const pieces: string[] = [];
    const answer = await model.generate(
      live({ messages: messagesOf(exchange), seed: 7, onDelta: (text) => pieces.push(text) }),
    );
    expect(answer).toMatchObject({
      text: 'The capital of France is Paris.',
      reasoning: null,
      stopReason: 'stop',
      usage: { promptTokens: 16, completionTokens: 8, cachedTokens: null },
    });
    expect(pieces.join('')).toBe(answer.text);
    expect(answer.timing.loadMs).toBeGreaterThan(0);
    const chats = server.received.filter(({ path }) => path === '/api/chat');
    expect(chats.map(({ body }) => body.messages)).toEqual([[], messagesOf(exchange)]);
    expect(chats[1]?.body).toMatchObject({
      truncate: false,
      shift: false,
      stream: true,
      options: { num_ctx: 2_048, num_predict: 200, temperature: 0, seed: 7 },
    });
  });

  test('says what the model is', async () => {
    const model = await connect(await startOllama(readExchange('basics/07-chat-nonstream-8192')));
    expect(model.info).toEqual({
      id: 'ollama:smollm2:135m',
      name: 'smollm2:135m',
      digest: '9e231290ad7b3d61906f21b22a4bd152564aec0d700f149d6d39798153f33845',
      contextTokens: 8_192,
      parameters: 134_515_008,
      quantization: 'Q4_1',
      tier: 'weak',
      recordingsHash: null,
      settings: {},
    });
  });

  test('of a stream is put together piece by piece', async () => {
    const exchange = readExchange('basics/11-chat-stream');
    const model = await connect(await startOllama(exchange));
    const pieces: string[] = [];
    const answer = await model.generate(
      live({ messages: messagesOf(exchange), onDelta: (text) => pieces.push(text) }),
    );
    const sent = (exchange.chunks ?? [])
      .flatMap(({ text }) => text.split('\n').filter(Boolean))
      .map((line) => (JSON.parse(line) as { message: { content: string } }).message.content);
    expect(answer.text).toBe(sent.join(''));
    expect(pieces.length).toBeGreaterThan(10);
    expect(answer.timing.firstTokenMs).not.toBeNull();
  });

  test('under a schema is asked for with the schema, and a cut one says length', async () => {
    const exchange = readExchange('basics/14-format-schema-cut-by-num_predict');
    const server = await startOllama(exchange);
    const model = await connect(server);
    const schema = { type: 'array' };
    const format = { type: 'schema' as const, name: 'verdicts', schema };
    const answer = await model.generate(live({ messages: messagesOf(exchange), format }));
    expect(answer.stopReason).toBe('length');
    expect(server.received.at(-1)?.body.format).toEqual(schema);
  });
});

describe('truncation', () => {
  for (const name of [
    '02-over-multi-default',
    '05-over-multi-shift-false',
    '06-over-single-default',
  ]) {
    test(`${name}: a prompt that an old server cut in silence is context-truncated`, async () => {
      const exchange = readExchange(`overflow/${name}`);
      const model = await connect(await startOllama(exchange, { ps: psWithContext(1_024) }), 1_024);
      await expect(
        model.generate(live({ messages: messagesOf(exchange), maxOutputTokens: 24 })),
      ).rejects.toMatchObject({
        reason: 'context-truncated',
      });
    });
  }

  test('a context that shifted while answering is context-truncated', async () => {
    const exchange = readExchange('overflow/10-over-during-generation-default');
    const model = await connect(await startOllama(exchange, { ps: psWithContext(1_024) }), 1_024);
    await expect(
      model.generate(live({ messages: messagesOf(exchange), maxOutputTokens: 400 })),
    ).rejects.toThrow(/prompt and answer have 1139 tokens in a context of 1024/);
  });

  test('a context that filled up without shifting is a cut-off answer', async () => {
    const exchange = readExchange('overflow/11-over-during-generation-shift-false');
    const model = await connect(await startOllama(exchange, { ps: psWithContext(1_024) }), 1_024);
    const answer = await model.generate(
      live({ messages: messagesOf(exchange), maxOutputTokens: 400 }),
    );
    expect([answer.stopReason, answer.usage.completionTokens]).toEqual(['length', 285]);
  });

  for (const name of [
    '03-over-multi-truncate-false',
    '04-over-multi-truncate-false-shift-false',
    '07-over-single-truncate-false',
    '08-over-single-shift-false',
    '09-over-single-truncate-false-shift-false',
    '12-over-truncate-false-stream',
  ]) {
    test(`${name}: a refused prompt is overflow`, async () => {
      const exchange = readExchange(`overflow/${name}`);
      const model = await connect(await startOllama(exchange));
      await expect(model.generate(live({ messages: messagesOf(exchange) }))).rejects.toMatchObject({
        reason: 'overflow',
        status: 400,
      });
    });
  }

  test('the same prompt in a context that holds it is an answer', async () => {
    const exchange = readExchange('overflow/01-over-multi-8192-reference');
    const server = await startOllama(exchange);
    const model = await connect(server);
    const answer = await model.generate(
      live({ messages: messagesOf(exchange), maxOutputTokens: 24 }),
    );
    expect(answer.usage.promptTokens).toBe(1_617);
    expect(server.received.at(-1)?.body.options).toMatchObject({ num_ctx: 4_096 });
  });

  test('a context that the server clamped is the one that counts', async () => {
    const exchange = readExchange('overflow/13-num_ctx-16384-above-model');
    const model = await connect(
      await startOllama(exchange, { ps: readExchange('overflow/14-ps-16384') }),
      16_384,
    );
    expect(model.info.contextTokens).toBe(8_192);
    expect((await model.generate(live({ messages: messagesOf(exchange) }))).text).toContain(
      'Paris',
    );
  });
});

test('num_ctx grows in steps, reloads only then, and never shrinks', async () => {
  const server = await startOllama(readExchange('basics/07-chat-nonstream-8192'));
  const model = await connect(server);
  const user = (words: number) => [{ role: 'user' as const, content: 'harbour '.repeat(words) }];
  await model.load?.(1_000, { clock: createRealClock(), signal: new AbortController().signal });
  for (const words of [100, 2_000, 100]) {
    await model.generate(live({ messages: user(words) })).catch(() => null);
  }
  const asked = server.received
    .filter(({ path }) => path === '/api/chat')
    .map(({ body }) => [
      (body.messages as unknown[]).length,
      (body.options as { num_ctx: number }).num_ctx,
    ]);
  expect(asked).toEqual([
    [0, 2_048],
    [1, 2_048],
    [0, 4_096],
    [1, 4_096],
    [1, 4_096],
  ]);
});

describe('failures', () => {
  test('a missing model names the remedy and the nearest one', async () => {
    const server = await startOllama(readExchange('overflow/16-missing-model-stream'));
    const ollama = createOllamaServer(server.url);
    open.push(ollama, server);
    const signal = new AbortController().signal;
    await expect(
      createOllamaModel({ server: ollama, name: 'smollm2:135', signal }),
    ).rejects.toMatchObject({
      reason: 'model-unavailable',
      detail: expect.stringMatching(
        /did you mean ollama:smollm2:135m\?.*`ollama pull smollm2:135`/,
      ),
    });
  });

  test('a model that vanishes in mid-run is unavailable', async () => {
    const model = await connect(
      await startOllama(readExchange('overflow/16-missing-model-stream')),
    );
    await expect(model.generate(live())).rejects.toMatchObject({
      reason: 'model-unavailable',
      status: 404,
    });
  });

  test('a dead server is unavailable, before the run and in the middle of it', async () => {
    const server = await startOllama(readExchange('basics/07-chat-nonstream-8192'));
    const model = await connect(server);
    const exchange = readExchange('basics/07-chat-nonstream-8192');
    await model.generate(live({ messages: messagesOf(exchange) }));
    await server.close();
    const remedy = { reason: 'model-unavailable', detail: expect.stringContaining('ollama serve') };
    await expect(model.generate(live())).rejects.toMatchObject(remedy);
    const ollama = createOllamaServer(server.url);
    open.push(ollama);
    await expect(
      createOllamaModel({
        server: ollama,
        name: 'smollm2:135m',
        signal: new AbortController().signal,
      }),
    ).rejects.toMatchObject(remedy);
  });

  const broken: Record<string, [Answer, Record<string, unknown>]> = {
    'a server that dies in mid-answer': [
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' });
        response.write('{"message":{"role":"assistant","content":"The"},"done":false}\n');
        setTimeout(() => response.destroy(), 20);
      },
      { reason: 'transient' },
    ],
    'a stream that ends without its last line': [
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' });
        response.end('{"message":{"role":"assistant","content":"The"},"done":false}\n');
      },
      { reason: 'transient' },
    ],
    'an error in mid-stream': [
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' });
        response.end('{"error":"llama runner process has terminated"}\n');
      },
      { reason: 'transient' },
    ],
    'a busy server': [
      (_request, response) => {
        response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '3' });
        response.end('{"error":"server busy"}');
      },
      { reason: 'transient', status: 503, retryAfterMs: 3_000, detail: 'server busy' },
    ],
    'invalid UTF-8': [
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' });
        response.end(
          Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d, 0x0a]),
        );
      },
      { reason: 'invalid-encoding' },
    ],
    'a refused schema': [
      readExchange('basics/16-format-bad-schema'),
      { reason: 'protocol', status: 400 },
    ],
  };
  for (const [name, [answer, failure]] of Object.entries(broken)) {
    test(`${name} is ${String(failure.reason)}`, async () => {
      const model = await connect(await startOllama(answer));
      await expect(model.generate(live())).rejects.toMatchObject(failure);
    });
  }

  test('an abort during the prompt or the answer ends the call with its reason', async () => {
    const exchange = readExchange('overflow/20-abort-stream-after-30');
    const hung: Answer = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      for (const { text } of request.body.seed === 2 ? [] : (exchange.chunks ?? []))
        response.write(text);
    };
    const model = await connect(await startOllama(hung));
    const clock = createRealClock();
    for (const seed of [1, 2]) {
      const startedMs = clock.now();
      const request = live({
        clock,
        seed,
        messages: messagesOf(exchange),
        signal: abortAfter(clock, 60),
      });
      await expect(model.generate(request)).rejects.toThrow('cut');
      expect(clock.now() - startedMs).toBeLessThan(15_000);
    }
  });
});

test('an answer of an old server without counts or reasons is read as far as it goes', async () => {
  const exchange = structuredClone(readExchange('basics/07-chat-nonstream-8192'));
  const body = exchange.body as Record<string, unknown>;
  for (const key of ['done_reason', 'prompt_eval_count', 'eval_count', 'load_duration'])
    delete body[key];
  const model = await connect(
    await startOllama(exchange, {
      ps: (request, response) => replay(readExchange('basics/04-ps-empty'), request, response),
    }),
  );
  const answer = await model.generate(live({ messages: messagesOf(exchange) }));
  expect(answer).toMatchObject({
    stopReason: 'stop',
    usage: { promptTokens: null, completionTokens: null },
  });
});
