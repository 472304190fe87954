import type { Clock } from './clock.ts';
import type { JsonObject } from './json.ts';

/** One message of a model prompt. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** What form of answer is asked for. `schema` is enforced by the server where it can. */
export type AnswerFormat =
  | { type: 'text' }
  | { type: 'json' }
  | { type: 'schema'; name: string; schema: JsonObject };

/** What a call is for. `task` names it for hand-written answers; `promptId` and `promptHash` name the template for stale recordings. */
export interface CallPurpose {
  kind: 'summary' | 'verdicts' | 'probe' | 'judge' | 'extract' | 'continuation';
  promptId: string;
  promptHash: string;
  task: string;
}

/** One request to a model. `maxOutputTokens` in the model's tokens; `logprobs` = how many alternatives a token. */
export interface GenerateRequest {
  messages: ChatMessage[];
  format: AnswerFormat;
  maxOutputTokens: number;
  temperature: number;
  seed: number;
  logprobs?: number;
  purpose: CallPurpose;
  clock: Clock;
  signal: AbortSignal;
  /** Called with each piece of text as it arrives, where the client streams. */
  onDelta?: (text: string) => void;
}

/** Why a model stopped. `other` keeps a server's unknown word in `stopDetail`. */
export type StopReason = 'stop' | 'length' | 'filtered' | 'refusal' | 'other';

/** Tokens by the server's own count; null = not reported. */
export interface Usage {
  promptTokens: number | null;
  completionTokens: number | null;
  cachedTokens: number | null;
}

/** Times of one call in ms on the request's clock; null = not known. `loadMs` is no part of `totalMs`. */
export interface CallTiming {
  firstTokenMs: number | null;
  totalMs: number;
  loadMs: number | null;
}

/** One answered token with its alternatives, natural-log probabilities. */
export interface TokenLogprob {
  token: string;
  logprob: number;
  top: { token: string; logprob: number }[];
}

/** A model's answer. An answer that is only reasoning has an empty `text` and a non-empty `reasoning`. */
export interface GenerateResponse {
  text: string;
  reasoning: string | null;
  stopReason: StopReason;
  stopDetail: string | null;
  usage: Usage;
  timing: CallTiming;
  logprobs: TokenLogprob[] | null;
}

/** Vectors for texts, in order, each of the model's dimension. */
export interface EmbedResponse {
  vectors: number[][];
  usage: Usage;
  timing: CallTiming;
}

/** Rough strength by parameter count: under 1 B, to 14 B, above or hosted; `reference` = written by hand. */
export type Tier = 'weak' | 'medium' | 'strong' | 'reference';

/** What is known about a model; goes into the run log. `parameters` is a count, such as 135e6. */
export interface ModelInfo {
  id: string;
  name: string;
  digest: string | null;
  contextTokens: number;
  parameters: number | null;
  quantization: string | null;
  tier: Tier | null;
  recordingsHash: string | null;
  settings: JsonObject;
}

/**
 * One model behind one interface: live, recorded, scripted or written by hand.
 * `generate` rejects with a ModelError that carries a Cause; it never substitutes an answer.
 */
export interface ModelClient {
  readonly info: ModelInfo;
  /** Planning estimate: ceil(o200k count x a ratio frozen per model). The same for live and recorded clients. */
  estimateTokens(text: string): number;
  generate(request: GenerateRequest): Promise<GenerateResponse>;
  /** Makes the model ready for prompts of up to so many of its tokens, so that no call pays for loading it. `loadMs` null = it was ready. */
  load?(
    tokens: number,
    options: { clock: Clock; signal: AbortSignal },
  ): Promise<{ loadMs: number | null }>;
  embed?(texts: string[], options: { clock: Clock; signal: AbortSignal }): Promise<EmbedResponse>;
  close?(): Promise<void>;
}
