import { createCounter } from '../counters/index.ts';
import type { ChatMessage } from '../types/model.ts';
import { ratiosFor } from './token-estimates.ts';

/** The few values of `num_ctx` that are asked for: each change reloads the model. */
export const CONTEXT_STEPS = [2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072] as const;

/** Tokens that a chat template may add to a message, and once to a prompt. */
const MESSAGE_OVERHEAD = 8;
const PROMPT_OVERHEAD = 32;

/** Share of the fewest tokens of a prompt below which it was cut whatever the context is. */
const SURELY_CUT = 0.75;

/** The smallest step that holds so many tokens, within a cap; the cap itself where no step does. */
export function contextStep(tokens: number, cap: number): number {
  const step = CONTEXT_STEPS.find((size) => size >= tokens) ?? cap;
  return Math.min(step, cap);
}

/** What is known of a prompt's size before it is sent: the most and the fewest tokens that it can have. */
export interface PromptBounds {
  most: number;
  fewest: number;
}

/** Bounds of a prompt in a model's tokens, from the o200k count and the model's frozen ratio. */
export function boundPrompt(modelName: string, messages: readonly ChatMessage[]): PromptBounds {
  const counter = createCounter('o200k_base');
  const tokens = messages.reduce((sum, { content }) => sum + counter.countText(content), 0);
  const { ratio, fewest } = ratiosFor(modelName);
  return {
    most: Math.ceil(tokens * ratio) + messages.length * MESSAGE_OVERHEAD + PROMPT_OVERHEAD,
    fewest: Math.floor(tokens * fewest),
  };
}

/** What a server reported about one call, with the context that it had (null = not known). */
export interface ReportedCall {
  bounds: PromptBounds;
  contextTokens: number | null;
  promptTokens: number | null;
  completionTokens: number | null;
}

/**
 * Why a call cannot have seen its whole prompt, or null where nothing says so. A server drops the front of a prompt with
 * HTTP 200: then it evaluated fewer tokens than the prompt has. It shifts the front out while it answers: then prompt and
 * answer together are more than the context holds.
 */
export function findTruncation(call: ReportedCall): string | null {
  const { bounds, contextTokens, promptTokens, completionTokens } = call;
  if (contextTokens === null) {
    const lost = promptTokens !== null && promptTokens < bounds.fewest * SURELY_CUT;
    return lost
      ? `the server evaluated ${promptTokens} tokens of a prompt of at least ${bounds.fewest}`
      : null;
  }
  if (promptTokens === null) {
    return bounds.most > contextTokens
      ? `the server reported no token count, and the prompt may have ${bounds.most} tokens in a context of ${contextTokens}`
      : null;
  }
  if (promptTokens < bounds.fewest && bounds.most > contextTokens) {
    return `the server evaluated ${promptTokens} tokens of a prompt of at least ${bounds.fewest}, in a context of ${contextTokens}`;
  }
  const total = promptTokens + (completionTokens ?? 0);
  if (total > contextTokens) {
    return `prompt and answer have ${total} tokens in a context of ${contextTokens}: the front was shifted out`;
  }
  return null;
}
