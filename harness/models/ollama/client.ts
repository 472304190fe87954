import type { ChatRequest } from 'ollama';
import pLimit from 'p-limit';
import { withDeadline } from '../../clock/deadline.ts';
import { createRealClock } from '../../clock/real.ts';
import { ModelError } from '../../errors.ts';
import { closestName } from '../../suggest.ts';
import type { Clock } from '../../types/clock.ts';
import type {
  AnswerFormat,
  EmbedResponse,
  GenerateRequest,
  GenerateResponse,
  ModelClient,
  ModelInfo,
} from '../../types/model.ts';
import { boundPrompt, contextStep, findTruncation } from '../context-size.ts';
import { isUnreachable, toModelError } from '../http/classify.ts';
import { tierOf } from '../tier.ts';
import { estimateTokensFor } from '../token-estimates.ts';
import { collectAnswer } from './answer.ts';
import { type ListedModel, noServer, type OllamaServer, sameModel } from './server.ts';

/** How long a model stays loaded after a call. */
const KEEP_ALIVE = '30m';
/** Wait before a server that refused a connection is looked at again. */
const RECHECK_MS = 1_000;
/** Wait for what a server says about itself. */
const INFO_TIMEOUT_MS = 15_000;

/** A model of an Ollama server. */
export interface OllamaModelOptions {
  server: OllamaServer;
  name: string;
  /** Upper limit of `num_ctx` in tokens; 16,384 unless given. The model's own context holds too. */
  contextCap?: number;
  signal: AbortSignal;
}

/**
 * A chat model of an Ollama server. It is loaded by a call of its own, apart from the answer's time, with the smallest
 * step of `num_ctx` that holds what was asked so far. Truncation is forbidden in each request (`truncate`, `shift`), and a
 * call that shows it nevertheless fails as `context-truncated`. Throws a ModelError `model-unavailable` with the remedy
 * where no server answers or it has no such model.
 */
export async function createOllamaModel(options: OllamaModelOptions): Promise<ModelClient> {
  const { server } = options;
  const contextCap = options.contextCap ?? 16_384;
  const info = await readInfo(options, contextCap);
  const { name } = info;
  const loads = pLimit(1);
  let loaded: { step: number; contextTokens: number } | null = null;

  /** Loads the model for so many tokens unless it is; gives its context, and the time that it took where it did. */
  const load = (tokens: number, call: { clock: Clock; signal: AbortSignal }) =>
    loads(async () => {
      const step = Math.max(loaded?.step ?? 0, contextStep(tokens, info.contextTokens));
      if (loaded && loaded.step >= step) return { ...loaded, loadMs: null };
      const startedMs = call.clock.now();
      const request: ChatRequest & { stream: false } = {
        model: name,
        messages: [],
        keep_alive: KEEP_ALIVE,
        options: { num_ctx: step },
        stream: false,
      };
      await server.client(call.signal).chat(request);
      const loadMs = call.clock.now() - startedMs;
      const actual = await server.loadedContext(name, call.signal);
      loaded = { step, contextTokens: Math.min(actual ?? step, step) };
      return { ...loaded, loadMs };
    });

  const generate = async (request: GenerateRequest): Promise<GenerateResponse> => {
    const bounds = boundPrompt(name, request.messages);
    const { step, contextTokens, loadMs } = await load(
      bounds.most + request.maxOutputTokens,
      request,
    );
    const startedMs = request.clock.now();
    const stream = await server.client(request.signal).chat(toChatRequest(name, step, request));
    const answer = await collectAnswer(stream, request, startedMs);
    const { promptTokens, completionTokens } = answer.usage;
    const cut = findTruncation({ bounds, contextTokens, promptTokens, completionTokens });
    if (cut !== null) throw new ModelError('context-truncated', cut);
    const { timing } = answer;
    return { ...answer, timing: { ...timing, loadMs: addTimes(loadMs, timing.loadMs) } };
  };

  const guard = async <T>(call: { clock: Clock; signal: AbortSignal }, work: () => Promise<T>) => {
    call.signal.throwIfAborted();
    try {
      return await call.clock.hold(work());
    } catch (error) {
      call.signal.throwIfAborted();
      if (isUnreachable(error)) throw await afterRefusal(server, call, error);
      const failure = toModelError(error, []);
      if (failure.status !== 404) throw failure;
      throw missingModel(server.host, name, await server.list(call.signal).catch(() => []));
    }
  };

  return {
    info,
    estimateTokens: estimateTokensFor(name),
    load: (tokens, call) =>
      guard(call, async () => ({ loadMs: (await load(tokens, call)).loadMs })),
    generate: (request) => guard(request, () => generate(request)),
    embed: (texts, call) => guard(call, () => embed(server, name, { texts, ...call })),
  };
}

function toChatRequest(
  model: string,
  step: number,
  request: GenerateRequest,
): ChatRequest & { stream: true } {
  // The package's types do not know `truncate` and `shift`; the server does.
  const strict = { truncate: false, shift: false };
  return {
    model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    ...strict,
    ...formatOf(request.format),
    keep_alive: KEEP_ALIVE,
    options: {
      num_ctx: step,
      num_predict: request.maxOutputTokens,
      temperature: request.temperature,
      seed: request.seed,
    },
    ...(request.logprobs === undefined ? {} : { logprobs: true, top_logprobs: request.logprobs }),
    stream: true,
  };
}

function formatOf(format: AnswerFormat): { format?: string | object } {
  if (format.type === 'text') return {};
  return { format: format.type === 'json' ? 'json' : format.schema };
}

async function embed(
  server: OllamaServer,
  model: string,
  call: { texts: string[]; clock: Clock; signal: AbortSignal },
): Promise<EmbedResponse> {
  const startedMs = call.clock.now();
  const request = { model, input: call.texts, truncate: false, keep_alive: KEEP_ALIVE };
  const answer = await server.client(call.signal).embed(request);
  if (answer.embeddings?.length !== call.texts.length) {
    throw new ModelError(
      'protocol',
      `${call.texts.length} texts gave ${answer.embeddings?.length ?? 'no'} vectors`,
    );
  }
  const loadMs = (answer.load_duration ?? 0) / 1e6;
  return {
    vectors: answer.embeddings,
    usage: {
      promptTokens: answer.prompt_eval_count ?? null,
      completionTokens: null,
      cachedTokens: null,
    },
    timing: {
      firstTokenMs: null,
      totalMs: Math.max(0, call.clock.now() - startedMs - loadMs),
      loadMs,
    },
  };
}

/** A server that refuses a connection is gone, or starting again: one more look tells which. */
async function afterRefusal(
  server: OllamaServer,
  call: { clock: Clock; signal: AbortSignal },
  error: unknown,
): Promise<ModelError> {
  await call.clock.sleep(RECHECK_MS, call.signal);
  try {
    await call.clock.hold(server.version(call.signal));
    return new ModelError('transient', 'the server refused a connection and answers again', {
      cause: error,
    });
  } catch {
    call.signal.throwIfAborted();
    return noServer(server.host, error);
  }
}

async function readInfo(options: OllamaModelOptions, contextCap: number): Promise<ModelInfo> {
  const { server, name } = options;
  const deadline = {
    clock: createRealClock(),
    ms: INFO_TIMEOUT_MS,
    signal: options.signal,
    reason: () => noServer(server.host, `no answer within ${INFO_TIMEOUT_MS} ms`),
  };
  return withDeadline(deadline, async (signal) => {
    const listed = await server.list(signal);
    const found = listed.find((model) => sameModel(model.name, name));
    if (!found) throw missingModel(server.host, name, listed);
    const shown = await server.show(found.name, signal);
    const parameters = shown.parameters ?? found.parameters;
    return {
      id: `ollama:${found.name}`,
      name: found.name,
      digest: found.digest,
      contextTokens: Math.min(shown.contextTokens ?? contextCap, contextCap),
      parameters,
      quantization: shown.quantization,
      tier: tierOf(parameters),
      recordingsHash: null,
      settings: {},
    };
  });
}

function missingModel(host: string, name: string, listed: readonly ListedModel[]): ModelError {
  const near = closestName(
    name,
    listed.map((model) => model.name),
  );
  const meant = near === null ? '' : ` (did you mean ollama:${near}?)`;
  return new ModelError(
    'model-unavailable',
    `the Ollama server at ${host} has no model ${name}${meant}; get it with \`ollama pull ${name}\``,
    { status: 404 },
  );
}

/** Times that add up; null where neither is known. */
function addTimes(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : (a ?? 0) + (b ?? 0);
}
