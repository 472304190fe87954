import type { Message, TokenCounter } from '../../harness/index.ts';

/** Tokens of any part of one list, each message counted once. */
export interface Sizer {
  /** Tokens of the messages at these positions. */
  tokensOf(indices: Iterable<number>): number;
  /** A running total that starts with these positions. */
  total(indices?: Iterable<number>): RunningTotal;
}

/** Tokens of a growing set of messages. */
export interface RunningTotal {
  readonly tokens: number;
  /** Tokens if these positions were added too. */
  with(indices: readonly number[]): number;
  add(indices: readonly number[]): void;
}

/** Measures a list by a counter's additive sizes. */
export function createSizer(counter: TokenCounter, messages: readonly Message[]): Sizer {
  const additive = counter.additive();
  const sizes: (number | undefined)[] = new Array(messages.length);
  const sizeAt = (index: number): number => {
    const known = sizes[index];
    if (known !== undefined) return known;
    const message = messages[index];
    const size = message ? additive.size(message) : 0;
    sizes[index] = size;
    return size;
  };
  const total = (indices: Iterable<number> = []): RunningTotal => {
    let sum = 0;
    let count = 0;
    const add = (added: Iterable<number>): void => {
      for (const index of added) {
        sum += sizeAt(index);
        count += 1;
      }
    };
    add(indices);
    return {
      get tokens() {
        return additive.finish(sum, count);
      },
      with: (added) =>
        additive.finish(
          added.reduce((s, index) => s + sizeAt(index), sum),
          count + added.length,
        ),
      add,
    };
  };
  return { tokensOf: (indices) => total(indices).tokens, total };
}
