import type {
  LlamaContextSequence,
  LlamaGrammarEvaluationState,
  LlamaModel,
  SequenceEvaluateOptions,
  Token,
} from 'node-llama-cpp';
import type { CallPurpose, GenerateRequest, TokenLogprob } from '../../types/model.ts';
import { GRAMMAR_STOP } from './grammar.ts';

/** Prompt tokens that are evaluated at once: an abort waits for one batch (half a second at 250 tokens a second). */
export const PREFILL_BATCH = 128;

/** Sampling of trials above temperature 0. */
export const SAMPLING = { topK: 40, topP: 0.95, minP: 0 } as const;

/**
 * Kinds of calls that ask many questions over one context, and reuse what was read of it. Other calls start from nothing, as
 * a compaction in real use does: else its time would depend on which compactor asked before it.
 */
const REUSING_KINDS: ReadonlySet<CallPurpose['kind']> = new Set(['probe', 'judge']);

/** What one generation needs. `grammar` null = plain text. */
export interface GenerationInput {
  model: LlamaModel;
  sequence: LlamaContextSequence;
  promptTokens: Token[];
  grammar: LlamaGrammarEvaluationState | null;
  request: GenerateRequest;
}

/** What came of it. `cachedTokens`: prompt tokens that an earlier call had left evaluated. Times in ms on the request's clock. */
export interface GenerationOutput {
  text: string;
  tokens: Token[];
  ended: boolean;
  cachedTokens: number;
  firstTokenMs: number | null;
  logprobs: TokenLogprob[] | null;
}

/**
 * Evaluates a prompt batch by batch, reusing what a probe shares with the one before, then generates until the model ends its
 * answer or the cap is met. The signal is looked at after each batch and token; its reason is thrown.
 */
export async function generateTokens(input: GenerationInput): Promise<GenerationOutput> {
  const { model, sequence, promptTokens, request } = input;
  const startedMs = request.clock.now();
  const cachedTokens = await prefill(input);
  const room = sequence.contextSize - promptTokens.length;
  const limit = Math.min(request.maxOutputTokens, room);
  const output: GenerationOutput = {
    text: '',
    tokens: [],
    ended: false,
    cachedTokens,
    firstTokenMs: null,
    logprobs: request.logprobs === undefined ? null : [],
  };
  if (limit <= 0) return output;
  const writer = createWriter(model, promptTokens, request.onDelta);
  const last = promptTokens.slice(-1);
  for await (const { token, probabilities } of tokensAfter(input, last)) {
    request.signal.throwIfAborted();
    output.firstTokenMs ??= request.clock.now() - startedMs;
    output.tokens.push(token);
    output.logprobs?.push(toLogprob(model, token, probabilities, request.logprobs ?? 0));
    output.text = writer.write(output.tokens);
    const full = output.tokens.length >= limit;
    if (input.grammar && output.text.endsWith(GRAMMAR_STOP)) return { ...output, ended: true };
    if (full) return output;
  }
  request.signal.throwIfAborted();
  return { ...output, ended: true };
}

/** Evaluates all but the last prompt token; gives the number that were evaluated already. */
async function prefill({ sequence, promptTokens, request }: GenerationInput): Promise<number> {
  const body = promptTokens.slice(0, -1);
  if (!REUSING_KINDS.has(request.purpose.kind)) await sequence.clearHistory();
  await sequence.adaptStateToTokens(body, false);
  const cached = sequence.nextTokenIndex;
  for (let start = cached; start < body.length; start += PREFILL_BATCH) {
    request.signal.throwIfAborted();
    await sequence.evaluateWithoutGeneratingNewTokens(body.slice(start, start + PREFILL_BATCH));
  }
  request.signal.throwIfAborted();
  return cached;
}

type Sampled = { token: Token; probabilities?: Map<Token, number> };

function tokensAfter(
  { sequence, grammar, request }: GenerationInput,
  last: Token[],
): AsyncIterable<Sampled> {
  const options: SequenceEvaluateOptions = {
    temperature: request.temperature,
    seed: request.seed,
    ...SAMPLING,
    ...(grammar ? { grammarEvaluationState: grammar } : {}),
  };
  return sequence.evaluateWithMetadata(
    last,
    { probabilities: request.logprobs !== undefined },
    options,
  ) as AsyncIterable<Sampled>;
}

/** Turns tokens into text, and passes on each piece as soon as its last character is whole. */
function createWriter(
  model: LlamaModel,
  before: readonly Token[],
  onDelta: ((text: string) => void) | undefined,
): { write(tokens: Token[]): string } {
  let sent = 0;
  return {
    write(tokens) {
      const text = model.detokenize(tokens, false, before.slice(-3));
      if (!text.endsWith('\uFFFD') && text.length > sent) {
        onDelta?.(text.slice(sent));
        sent = text.length;
      }
      return text;
    },
  };
}

function toLogprob(
  model: LlamaModel,
  token: Token,
  probabilities: Map<Token, number> | undefined,
  alternatives: number,
): TokenLogprob {
  const sorted = [...(probabilities ?? [])].sort((a, b) => b[1] - a[1]);
  const text = (of: Token): string => model.detokenize([of]);
  return {
    token: text(token),
    logprob: Math.log(probabilities?.get(token) ?? Number.NaN),
    top: sorted
      .slice(0, alternatives)
      .map(([of, probability]) => ({ token: text(of), logprob: Math.log(probability) })),
  };
}
