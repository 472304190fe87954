import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createRealClock } from '../../../harness/clock/real.ts';
import { secretsOf } from '../../../harness/models/http/scrub.ts';
import { createOpenAiModel } from '../../../harness/models/openai/client.ts';
import { readOpenAiAddress } from '../../../harness/models/openai/settings.ts';
import type { GenerateRequest, ModelClient } from '../../../harness/types/model.ts';
import { type Answer, startServer, type TestServer } from './ollama-replay-server.ts';
import { abortAfter, makeRequest } from './request-fixture.ts';

const KEY = 'sk-planted-0123456789abcdef';
const open: { close?(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close?.();
});

const models: Answer = (_request, response) =>
  sendJson(response, 200, {
    object: 'list',
    data: [{ id: 'tiny-chat', object: 'model', meta: { n_ctx: 4_096, n_params: 135e6 } }],
  });

async function connect(chat: Answer, list: Answer = models): Promise<[ModelClient, TestServer]> {
  const server = await startServer({ '/v1/models': list, '/v1/chat/completions': chat });
  const environment = { OPENAI_BASE_URL: `${server.url}/v1/`, OPENAI_API_KEY: KEY };
  const model = await createOpenAiModel({
    name: 'tiny-chat',
    address: readOpenAiAddress(environment),
    secrets: secretsOf(environment),
    signal: new AbortController().signal,
  });
  open.push(model, server);
  return [model, server];
}

const live = (change: Partial<GenerateRequest> = {}) =>
  makeRequest({ clock: createRealClock(), ...change });

function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** A stream of deltas, then the usage, then the end mark; `finish` null = the connection closes before any of these. */
function stream(deltas: object[], finish: string | null, usage?: object): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (part: object) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', ...part })}\n\n`,
      );
    for (const delta of deltas) send({ choices: [{ index: 0, delta, finish_reason: null }] });
    if (finish !== null) {
      send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
      if (usage) send({ choices: [], usage });
      response.write('data: [DONE]\n\n');
    }
    response.end();
  };
}

describe('an answer', () => {
  test('is streamed with usage, and asked for as the API wants it', async () => {
    const usage = {
      prompt_tokens: 40,
      completion_tokens: 2,
      prompt_tokens_details: { cached_tokens: 8 },
    };
    const [model, server] = await connect(
      stream([{ role: 'assistant', content: 'Li' }, { content: 'ne 12' }], 'stop', usage),
    );
    const pieces: string[] = [];
    const schema = { type: 'object' };
    const answer = await model.generate(
      live({
        format: { type: 'schema', name: 'verdicts', schema },
        onDelta: (text) => pieces.push(text),
      }),
    );
    expect(answer).toMatchObject({
      text: 'Line 12',
      reasoning: null,
      stopReason: 'stop',
      usage: { promptTokens: 40, completionTokens: 2, cachedTokens: 8 },
    });
    expect(answer.timing.firstTokenMs).not.toBeNull();
    expect(pieces).toEqual(['Li', 'ne 12']);
    expect(server.received.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(server.received.at(-1)?.body).toEqual({
      model: 'tiny-chat',
      messages: makeRequest().messages,
      max_tokens: 200,
      temperature: 0,
      seed: 1,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'verdicts', schema, strict: true },
      },
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('in JSON mode is asked for as json_object, and without usage has none', async () => {
    const [model, server] = await connect(stream([{ content: '{}' }], 'stop'));
    const answer = await model.generate(live({ format: { type: 'json' } }));
    expect(answer.usage).toEqual({
      promptTokens: null,
      completionTokens: null,
      cachedTokens: null,
    });
    expect(server.received.at(-1)?.body.response_format).toEqual({ type: 'json_object' });
  });

  test('says what the server knows of the model', async () => {
    const [model] = await connect(stream([], 'stop'));
    expect(model.info).toMatchObject({
      id: 'openai:tiny-chat',
      contextTokens: 4_096,
      parameters: 135e6,
      tier: 'weak',
      digest: null,
    });
  });

  test.each([
    ['cut off', [{ content: 'Li' }], 'length', { text: 'Li', stopReason: 'length' }],
    ['filtered', [{ content: '' }], 'content_filter', { text: '', stopReason: 'filtered' }],
    [
      'refused',
      [{ refusal: 'I cannot.' }],
      'stop',
      { text: '', stopReason: 'refusal', stopDetail: 'I cannot.' },
    ],
    [
      'all reasoning',
      [{ reasoning_content: 'Let me ' }, { reasoning: 'see' }],
      'length',
      { text: '', reasoning: 'Let me see' },
    ],
    [
      'stopped for another reason',
      [{ content: 'x' }],
      'tool_calls',
      { stopReason: 'other', stopDetail: 'tool_calls' },
    ],
  ])('that is %s says so', async (_name, deltas, finish, expected) => {
    const [model] = await connect(stream(deltas, finish));
    expect(await model.generate(live())).toMatchObject(expected);
  });
});

describe('a failure', () => {
  const error = (message: string, code: string | null = null) => ({
    error: { message, code, type: 'x' },
  });
  test.each([
    [
      '429 with seconds to wait',
      429,
      error('slow down'),
      { 'retry-after': '7' },
      { reason: 'transient', status: 429, retryAfterMs: 7_000 },
    ],
    [
      '429 with a date',
      429,
      error('slow down'),
      { 'retry-after': 'Mon, 30 Nov 2026 12:00:09 GMT', date: 'Mon, 30 Nov 2026 12:00:00 GMT' },
      { reason: 'transient', retryAfterMs: 9_000 },
    ],
    [
      '429 without a hint',
      429,
      error('slow down'),
      {},
      { reason: 'transient', retryAfterMs: null },
    ],
    ['500', 500, error('boom'), {}, { reason: 'transient', status: 500 }],
    [
      'overflow',
      400,
      error('too long', 'context_length_exceeded'),
      {},
      { reason: 'overflow', status: 400 },
    ],
    [
      'overflow in llama.cpp',
      400,
      {
        error: {
          code: 400,
          message: 'request (1617 tokens) exceeds the available context size (1024 tokens)',
          type: 'exceed_context_size_error',
        },
      },
      {},
      { reason: 'overflow' },
    ],
    [
      '215003 tokens in a refusal',
      400,
      error('max_tokens 215003 is not allowed'),
      {},
      { reason: 'protocol', status: 400 },
    ],
    ['a filtered prompt', 400, error('blocked', 'content_filter'), {}, { reason: 'filtered' }],
    [
      'a refused key',
      401,
      error(`Incorrect API key provided: ${KEY}`),
      {},
      { reason: 'model-unavailable', detail: 'Incorrect API key provided: [secret]' },
    ],
  ])('%s is told by its status and code', async (_name, status, body, headers, expected) => {
    const [model, server] = await connect((_request, response) =>
      sendJson(response, status, body, headers),
    );
    await expect(model.generate(live())).rejects.toMatchObject(expected);
    expect(server.received.filter(({ path }) => path.endsWith('completions'))).toHaveLength(1);
  });

  test('no error and no part of one holds the key', async () => {
    const [model] = await connect((_request, response) =>
      sendJson(response, 500, error(`boom ${KEY}`)),
    );
    const failure: unknown = await model.generate(live()).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(Error);
    expect([(failure as Error).message, (failure as Error).stack].join()).not.toContain(KEY);
  });

  test('a stream that ends without a reason to stop is transient', async () => {
    const [model] = await connect(stream([{ content: 'Li' }], null));
    await expect(model.generate(live())).rejects.toMatchObject({ reason: 'transient' });
  });

  test('a connection that breaks before or during the answer is transient', async () => {
    for (const early of [true, false]) {
      const [model] = await connect((_request, response) => {
        if (early) return void response.destroy();
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n');
        setTimeout(() => response.destroy(), 20);
      });
      await expect(model.generate(live())).rejects.toMatchObject({ reason: 'transient' });
    }
  });

  test('an aborted stream is an abort, not a short answer', async () => {
    const [model] = await connect((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"index":0,"delta":{"content":"half"}}]}\n\n');
    });
    const clock = createRealClock();
    const startedMs = clock.now();
    await expect(model.generate(live({ clock, signal: abortAfter(clock, 60) }))).rejects.toThrow(
      'cut',
    );
    expect(clock.now() - startedMs).toBeLessThan(15_000);
  });

  test('a prompt of which the server saw half is context-truncated', async () => {
    const messages = [
      { role: 'user' as const, content: 'the harbour office keeps a register '.repeat(1_500) },
    ];
    const [model] = await connect(
      stream([{ content: 'a' }], 'stop', { prompt_tokens: 2_048, completion_tokens: 1 }),
    );
    await expect(model.generate(live({ messages }))).rejects.toMatchObject({
      reason: 'context-truncated',
    });
  });

  test('a dead server, a missing key and an unknown model say what to do', async () => {
    const signal = new AbortController().signal;
    const at = (environment: Record<string, string>) =>
      createOpenAiModel({
        name: 'tiny-chta',
        address: readOpenAiAddress(environment),
        secrets: [],
        signal,
      });
    await expect(at({})).rejects.toThrow(/set OPENAI_API_KEY/);
    const gone = await startServer({});
    await gone.close();
    await expect(at({ OPENAI_BASE_URL: gone.url })).rejects.toThrow(/no server answers at http/);
    const server = await startServer({ '/v1/models': models });
    open.push(server);
    await expect(at({ OPENAI_BASE_URL: `${server.url}/v1` })).rejects.toThrow(
      /did you mean openai:tiny-chat\?/,
    );
    expect(() => readOpenAiAddress({ OPENAI_BASE_URL: 'https://me:pass@host/v1' })).toThrow(
      /E_MODEL OPENAI_BASE_URL/,
    );
  });
});

test('a server without a list of models is taken at its word', async () => {
  const [model] = await connect(stream([{ content: 'ok' }], 'stop'), (_request, response) =>
    sendJson(response, 404, { error: 'not found' }),
  );
  expect((await model.generate(live())).text).toBe('ok');
  expect(model.info).toMatchObject({ contextTokens: 32_768, tier: null });
});
