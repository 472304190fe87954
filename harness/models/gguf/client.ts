import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { ChatWrapper, Llama, LlamaContextSequence, LlamaModel } from 'node-llama-cpp';
import pLimit from 'p-limit';
import { ModelError } from '../../errors.ts';
import type { Clock } from '../../types/clock.ts';
import type {
  EmbedResponse,
  GenerateRequest,
  GenerateResponse,
  ModelClient,
} from '../../types/model.ts';
import { estimateTokensFor } from '../token-estimates.ts';
import { type GenerationOutput, generateTokens, PREFILL_BATCH } from './generate.ts';
import { type GrammarCache, grammarFor } from './grammar.ts';
import { checkFileExists, readInfo } from './info.ts';
import { type LlamaLibrary, loadLibrary, startLlama } from './library.ts';
import { tokenizeChat } from './prompt.ts';

/** Where the weights lie and how they are run. */
export interface GgufModelOptions {
  file: string;
  /** Processor threads, 1 or more; one less than the machine has unless given, since a full machine collapses. Part of no key: they change times, not answers. */
  threads?: number;
  /** Upper limit of the context in tokens; 16,384 unless given. The model's own limit holds too. */
  contextCap?: number;
  loadLibrary?: () => Promise<LlamaLibrary>;
}

/** A model once its weights are in memory. */
interface Loaded {
  library: LlamaLibrary;
  llama: Llama;
  model: LlamaModel;
  wrapper: ChatWrapper;
  sequence: LlamaContextSequence;
  grammars: GrammarCache;
}

/**
 * A model that runs inside this process, from a GGUF file. The weights are loaded with the first call, and that time is
 * reported as `loadMs`, apart. Calls are answered one after the other; times count from the moment a call's turn comes.
 * A prompt longer than the context is `overflow`. Throws E_MODEL where the file is missing or no GGUF file, and
 * `model-unavailable` where node-llama-cpp is not installed.
 */
export async function createGgufModel(options: GgufModelOptions): Promise<ModelClient> {
  checkFileExists(options.file);
  const file = resolve(options.file);
  const library = await (options.loadLibrary ?? loadLibrary)();
  const info = await readInfo(library, file, options.contextCap ?? 16_384);
  const oneAtATime = pLimit(1);
  let loading: Promise<Loaded> | null = null;
  const load = (): Promise<Loaded> => {
    loading ??= loadWeights(
      library,
      file,
      options.threads ?? Math.max(1, availableParallelism() - 1),
      info.contextTokens,
    ).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  return {
    info,
    estimateTokens: estimateTokensFor(info.name),
    load: (_tokens, { clock }) =>
      clock.hold(
        oneAtATime(async () => ({ loadMs: (await timed(load, loading === null, clock)).loadMs })),
      ),
    generate: (request) =>
      request.clock.hold(
        oneAtATime(async () => {
          request.signal.throwIfAborted();
          const { loaded, loadMs } = await timed(load, loading === null, request.clock);
          return generate(loaded, request, loadMs);
        }),
      ),
    embed: (texts, { clock, signal }) =>
      clock.hold(
        oneAtATime(async () => {
          const { loaded, loadMs } = await timed(load, loading === null, clock);
          return embedTexts(loaded, texts, { clock, signal, loadMs });
        }),
      ),
    async close() {
      const loaded = await loading?.catch(() => null);
      loading = null;
      await loaded?.model.dispose();
      await loaded?.llama.dispose();
    },
  };
}

async function generate(
  loaded: Loaded,
  request: GenerateRequest,
  loadMs: number | null,
): Promise<GenerateResponse> {
  const { library, llama, model, wrapper, sequence } = loaded;
  const startedMs = request.clock.now();
  const promptTokens = tokenizeChat(model, wrapper, request.messages);
  if (promptTokens.length >= sequence.contextSize) {
    throw new ModelError(
      'overflow',
      `the prompt has ${promptTokens.length} tokens, the context ${sequence.contextSize}`,
    );
  }
  const compiled = await grammarFor(llama, request.format, loaded.grammars);
  const grammar = compiled
    ? new library.LlamaGrammarEvaluationState({ model, grammar: compiled })
    : null;
  const output = await generateTokens({ model, sequence, promptTokens, grammar, request });
  return toResponse(output, {
    promptTokens: promptTokens.length,
    constrained: grammar !== null,
    totalMs: request.clock.now() - startedMs,
    loadMs,
  });
}

function toResponse(
  output: GenerationOutput,
  facts: { promptTokens: number; constrained: boolean; totalMs: number; loadMs: number | null },
): GenerateResponse {
  return {
    text: facts.constrained ? output.text.trimEnd() : output.text,
    reasoning: null,
    stopReason: output.ended ? 'stop' : 'length',
    stopDetail: null,
    usage: {
      promptTokens: facts.promptTokens,
      completionTokens: output.tokens.length,
      cachedTokens: output.cachedTokens,
    },
    timing: { firstTokenMs: output.firstTokenMs, totalMs: facts.totalMs, loadMs: facts.loadMs },
    logprobs: output.logprobs,
  };
}

async function embedTexts(
  { model }: Loaded,
  texts: readonly string[],
  call: { clock: Clock; signal: AbortSignal; loadMs: number | null },
): Promise<EmbedResponse> {
  const startedMs = call.clock.now();
  const context = await model.createEmbeddingContext();
  try {
    const vectors: number[][] = [];
    for (const text of texts) {
      call.signal.throwIfAborted();
      vectors.push([...(await context.getEmbeddingFor(text)).vector]);
    }
    const promptTokens = texts.reduce((sum, text) => sum + model.tokenize(text).length, 0);
    return {
      vectors,
      usage: { promptTokens, completionTokens: null, cachedTokens: null },
      timing: { firstTokenMs: null, totalMs: call.clock.now() - startedMs, loadMs: call.loadMs },
    };
  } finally {
    await context.dispose();
  }
}

async function loadWeights(
  library: LlamaLibrary,
  file: string,
  threads: number,
  contextSize: number,
): Promise<Loaded> {
  const llama = await startLlama(library, threads);
  const model = await llama.loadModel({ modelPath: file });
  const context = await model.createContext({ contextSize, batchSize: PREFILL_BATCH, threads });
  const wrapper = library.resolveChatWrapper(model);
  return { library, llama, model, wrapper, sequence: context.getSequence(), grammars: new Map() };
}

/** Waits for the weights; `loadMs` where this call is the one that loads them. */
async function timed(
  load: () => Promise<Loaded>,
  first: boolean,
  clock: Clock,
): Promise<{ loaded: Loaded; loadMs: number | null }> {
  const startedMs = clock.now();
  const loaded = await load();
  return { loaded, loadMs: first ? clock.now() - startedMs : null };
}
