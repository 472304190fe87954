import type { TokenCounter } from '../../harness/index.ts';

/** One token a message, whatever it holds. */
export const unitCounter: TokenCounter = {
  name: 'unit',
  approximate: false,
  countText: () => 1,
  count: (messages) => messages.length,
  additive: () => ({ size: () => 1, finish: (size) => size }),
};
