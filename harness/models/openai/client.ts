import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { z } from 'zod';
import { withDeadline } from '../../clock/deadline.ts';
import { createRealClock } from '../../clock/real.ts';
import { ModelError } from '../../errors.ts';
import { closestName } from '../../suggest.ts';
import type { Clock } from '../../types/clock.ts';
import type { AnswerFormat, GenerateRequest, ModelClient, ModelInfo } from '../../types/model.ts';
import { boundPrompt, findTruncation } from '../context-size.ts';
import { isUnreachable, toModelError } from '../http/classify.ts';
import { createHttpPool, type HttpPool } from '../http/fetch.ts';
import { tierOf } from '../tier.ts';
import { estimateTokensFor } from '../token-estimates.ts';
import { collectCompletion } from './answer.ts';
import type { OpenAiAddress } from './settings.ts';

const INFO_TIMEOUT_MS = 15_000;
/** The longest that the package can be told; the caller's signal ends a call. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;
const HOSTED_CONTEXT_TOKENS = 128_000;
const LOCAL_CONTEXT_TOKENS = 32_768;

const listedSchema = z.object({
  id: z.string(),
  max_model_len: z.number().positive().optional(),
  meta: z
    .object({
      n_ctx: z.number().positive(),
      n_ctx_train: z.number().positive(),
      n_params: z.number().positive(),
    })
    .partial()
    .nullish(),
});

type ListedModel = z.infer<typeof listedSchema>;

/** A model behind the chat completions API. `contextTokens` where the server does not say it. */
export interface OpenAiModelOptions {
  name: string;
  address: OpenAiAddress;
  contextTokens?: number;
  /** Values that must never stand in an error. */
  secrets: readonly string[];
  signal: AbortSignal;
}

/**
 * A model behind any OpenAI-compatible chat completions API. Never retries by itself. Throws a ModelError
 * `model-unavailable` with the remedy where there is no key for OpenAI's own API, no server answers, or it lists no such model.
 */
export async function createOpenAiModel(options: OpenAiModelOptions): Promise<ModelClient> {
  const { address, secrets } = options;
  if (address.isOpenAi && address.apiKey === null) {
    throw new ModelError(
      'model-unavailable',
      `openai:${options.name} needs a key; set OPENAI_API_KEY, or OPENAI_BASE_URL for another server`,
    );
  }
  // Loaded here, since most runs ask no such server.
  const { OpenAI: Package } = await import('openai');
  const pool = createHttpPool();
  const guard = async <T>(call: { clock: Clock; signal: AbortSignal }, work: () => Promise<T>) => {
    call.signal.throwIfAborted();
    try {
      return await call.clock.hold(work());
    } catch (error) {
      call.signal.throwIfAborted();
      if (isUnreachable(error)) throw noServer(address, error);
      throw toModelError(error, secrets);
    }
  };
  const connect = (signal: AbortSignal): OpenAI =>
    new Package(packageOptions(address, pool, signal));
  const { info, knownContext } = await readInfo(options, connect, guard);
  return {
    info,
    estimateTokens: estimateTokensFor(info.name),
    generate: (request) =>
      guard(request, async () => {
        const startedMs = request.clock.now();
        const params = toParams(info.name, address, request);
        const stream = await connect(request.signal).chat.completions.create(params);
        const answer = await collectCompletion(stream, request, startedMs);
        const cut = findTruncation({
          bounds: boundPrompt(info.name, request.messages),
          contextTokens: knownContext,
          promptTokens: answer.usage.promptTokens,
          completionTokens: answer.usage.completionTokens,
        });
        if (cut !== null) throw new ModelError('context-truncated', cut);
        return answer;
      }),
    embed: (input, call) =>
      guard(call, async () => {
        const startedMs = call.clock.now();
        const answer = await connect(call.signal).embeddings.create({
          model: info.name,
          input,
          encoding_format: 'float',
        });
        if (answer.data.length !== input.length) {
          throw new ModelError(
            'protocol',
            `${input.length} texts gave ${answer.data.length} vectors`,
          );
        }
        const inOrder = [...answer.data].sort((a, b) => a.index - b.index);
        return {
          vectors: inOrder.map(({ embedding }) => embedding),
          usage: {
            promptTokens: answer.usage?.prompt_tokens ?? null,
            completionTokens: null,
            cachedTokens: null,
          },
          timing: { firstTokenMs: null, totalMs: call.clock.now() - startedMs, loadMs: null },
        };
      }),
    close: () => pool.close(),
  };
}

function packageOptions(
  address: OpenAiAddress,
  pool: HttpPool,
  signal: AbortSignal,
): ConstructorParameters<typeof OpenAI>[0] {
  return {
    baseURL: address.baseUrl,
    // The package insists on a key; a local server takes any.
    apiKey: address.apiKey ?? 'none',
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: 'off',
    fetch: pool.fetchFor(signal),
  };
}

function toParams(
  model: string,
  address: OpenAiAddress,
  request: GenerateRequest,
): ChatCompletionCreateParamsStreaming {
  const cap = request.maxOutputTokens;
  return {
    model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    ...(address.isOpenAi ? { max_completion_tokens: cap } : { max_tokens: cap }),
    temperature: request.temperature,
    seed: request.seed,
    ...formatOf(request.format),
    ...(request.logprobs === undefined ? {} : { logprobs: true, top_logprobs: request.logprobs }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

function formatOf(
  format: AnswerFormat,
): Pick<ChatCompletionCreateParamsStreaming, 'response_format'> {
  if (format.type === 'text') return {};
  if (format.type === 'json') return { response_format: { type: 'json_object' } };
  const { name, schema } = format;
  return { response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } } };
}

type Guard = <T>(call: { clock: Clock; signal: AbortSignal }, work: () => Promise<T>) => Promise<T>;

async function readInfo(
  options: OpenAiModelOptions,
  connect: (signal: AbortSignal) => OpenAI,
  guard: Guard,
): Promise<{ info: ModelInfo; knownContext: number | null }> {
  const { name, address } = options;
  const clock = createRealClock();
  const deadline = {
    clock,
    ms: INFO_TIMEOUT_MS,
    signal: options.signal,
    reason: () => noServer(address, `no answer within ${INFO_TIMEOUT_MS} ms`),
  };
  const listed = await withDeadline(deadline, (signal) =>
    guard({ clock, signal }, () => listModels(connect(signal))),
  );
  const found = listed?.find(({ id }) => id === name);
  if (listed && !found) throw missingModel(options, listed);
  const knownContext = options.contextTokens ?? found?.max_model_len ?? found?.meta?.n_ctx ?? null;
  const parameters = found?.meta?.n_params ?? null;
  const info: ModelInfo = {
    id: `openai:${name}`,
    name,
    digest: null,
    contextTokens:
      knownContext ?? (address.isOpenAi ? HOSTED_CONTEXT_TOKENS : LOCAL_CONTEXT_TOKENS),
    parameters,
    quantization: null,
    tier: address.isLocal ? tierOf(parameters) : 'strong',
    recordingsHash: null,
    settings: {},
  };
  return { info, knownContext };
}

/** The models that a server lists; null where it has no such list, or one of another form. */
async function listModels(client: OpenAI): Promise<ListedModel[] | null> {
  try {
    const { data } = await client.models.list();
    return z.array(listedSchema).safeParse(data).data ?? null;
  } catch (error) {
    const failure = toModelError(error, []);
    if (failure.status === 404 || failure.status === 405) return null;
    throw error;
  }
}

function missingModel(options: OpenAiModelOptions, listed: readonly ListedModel[]): ModelError {
  const { name, address } = options;
  const near = closestName(
    name,
    listed.map(({ id }) => id),
  );
  const meant = near === null ? '' : `; did you mean openai:${near}?`;
  return new ModelError('model-unavailable', `${address.baseUrl} lists no model ${name}${meant}`, {
    status: 404,
  });
}

function noServer(address: OpenAiAddress, cause: unknown): ModelError {
  return new ModelError(
    'model-unavailable',
    `no server answers at ${address.baseUrl}; start it, or set OPENAI_BASE_URL`,
    { cause },
  );
}
