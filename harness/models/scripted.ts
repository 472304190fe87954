import { ModelError } from '../errors.ts';
import { canonicalJson, sha256Hex } from '../hash.ts';
import type {
  EmbedResponse,
  GenerateRequest,
  GenerateResponse,
  ModelClient,
  StopReason,
  Tier,
  TokenLogprob,
  Usage,
} from '../types/model.ts';
import { answerOnClock } from './answer-on-clock.ts';
import { estimateTokensFor } from './token-estimates.ts';

/** One scripted answer: a text, parts of a response, or the error to fail with. */
export type ScriptedAnswer =
  | string
  | ModelError
  | {
      text?: string;
      reasoning?: string;
      stopReason?: StopReason;
      stopDetail?: string;
      usage?: Partial<Usage>;
      /** Milliseconds on the request's clock; 0 unless given. */
      durationMs?: number;
      firstTokenMs?: number;
      logprobs?: TokenLogprob[];
    };

/** What a scripted model is made of. `answers` are given in order; `answer` is asked for each call (`index` from 0). */
export interface ScriptedModelOptions {
  id: string;
  answers?: readonly ScriptedAnswer[];
  answer?: (request: GenerateRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>;
  embed?: (text: string) => number[];
  /** 32,768 unless given. */
  contextTokens?: number;
  parameters?: number;
  tier?: Tier;
  /** How many times slower than scripted; 1 unless given. */
  virtualSpeed?: number;
}

/** A scripted model, with every request that it was asked, in order. */
export interface ScriptedModel extends ModelClient {
  readonly calls: readonly GenerateRequest[];
}

/**
 * A model that answers from a script: a provider like any other, for tests and fault runs. It takes no time beyond the
 * scripted durations. Asked more often than it has answers, it fails with `no-recording`; it never repeats or invents one.
 */
export function createScriptedModel(options: ScriptedModelOptions): ScriptedModel {
  const { id, answers = [], virtualSpeed = 1 } = options;
  const calls: GenerateRequest[] = [];
  const next = async (request: GenerateRequest, index: number): Promise<ScriptedAnswer> => {
    if (options.answer) return options.answer(request, index);
    const answer = answers[index];
    if (answer !== undefined) return answer;
    throw new ModelError(
      'no-recording',
      `the script of ${id} holds ${answers.length} answers and was asked for number ${index + 1}; add one`,
    );
  };
  return {
    info: {
      id: `scripted:${id}`,
      name: id,
      digest: options.answer ? null : sha256Hex(canonicalJson(answers.map(describeAnswer))),
      contextTokens: options.contextTokens ?? 32_768,
      parameters: options.parameters ?? null,
      quantization: null,
      tier: options.tier ?? null,
      recordingsHash: null,
      settings: {},
    },
    calls,
    estimateTokens: estimateTokensFor(id),
    async generate(request) {
      request.signal.throwIfAborted();
      const index = calls.push(request) - 1;
      const answer = await request.clock.hold(next(request, index));
      if (answer instanceof ModelError) throw answer;
      return answerOnClock(request, toResponse(answer), virtualSpeed);
    },
    ...(options.embed ? { embed: embedWith(options.embed) } : {}),
  };
}

function toResponse(answer: Exclude<ScriptedAnswer, ModelError>): GenerateResponse {
  const parts = typeof answer === 'string' ? { text: answer } : answer;
  return {
    text: parts.text ?? '',
    reasoning: parts.reasoning ?? null,
    stopReason: parts.stopReason ?? 'stop',
    stopDetail: parts.stopDetail ?? null,
    usage: { promptTokens: null, completionTokens: null, cachedTokens: null, ...parts.usage },
    timing: {
      firstTokenMs: parts.firstTokenMs ?? null,
      totalMs: parts.durationMs ?? 0,
      loadMs: null,
    },
    logprobs: parts.logprobs ?? null,
  };
}

function describeAnswer(answer: ScriptedAnswer): unknown {
  return answer instanceof ModelError ? { error: answer.message } : answer;
}

function embedWith(embed: (text: string) => number[]): NonNullable<ModelClient['embed']> {
  return async (texts, { signal }): Promise<EmbedResponse> => {
    signal.throwIfAborted();
    return {
      vectors: texts.map(embed),
      usage: { promptTokens: null, completionTokens: null, cachedTokens: null },
      timing: { firstTokenMs: null, totalMs: 0, loadMs: null },
    };
  };
}
