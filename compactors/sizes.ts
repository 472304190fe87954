import type { Message, TokenCounter } from '../harness/index.ts';

/** Token counts of parts of one list, each message of which is counted at most once. */
export interface MessageSizes {
  /** Size of a message in the counter's additive unit. */
  readonly sizes: readonly number[];
  /** Tokens of the messages at these indices, as a list of their own. */
  tokensAt(indices: readonly number[]): number;
  /** Tokens of a list of `count` messages whose sizes add up to `size`. */
  tokensOf(size: number, count: number): number;
}

/** Counts each message of a list once. O(n). */
export function measureMessages(messages: readonly Message[], counter: TokenCounter): MessageSizes {
  const additive = counter.additive();
  const sizes = messages.map((message) => additive.size(message));
  return {
    sizes,
    tokensAt(indices) {
      let size = 0;
      for (const index of indices) size += sizes[index] ?? 0;
      return additive.finish(size, indices.length);
    },
    tokensOf: additive.finish,
  };
}

/** Tokens of a whole list, by its measured sizes. */
export function totalTokens(measured: MessageSizes): number {
  let size = 0;
  for (const one of measured.sizes) size += one;
  return measured.tokensOf(size, measured.sizes.length);
}
