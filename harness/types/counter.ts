import type { Message, ToolSchema } from './message.ts';

/** Counts tokens. A list is counted as one rendering, so that a counter may floor once. */
export interface TokenCounter {
  /** Name for keys, reports and settings, such as `o200k_base` or `approximate`. */
  readonly name: string;
  /** True where a long run had to be split, or where the counter is an estimate by design. */
  readonly approximate: boolean;
  /** Tokens of a text. */
  countText(text: string): number;
  /** Tokens of a list of messages with their tool schemas. */
  count(messages: readonly Message[], tools?: readonly ToolSchema[]): number;
  /**
   * A measure that adds up over messages, so that planners need each message once: `total(sum of size(m)) = count(list)`.
   * For `approximate`, sizes are in quarter tokens and separators are part of them; `finish` floors.
   */
  additive(): AdditiveCounter;
}

/** See {@link TokenCounter.additive}. `finish(0, 0)` is the count of an empty list. */
export interface AdditiveCounter {
  /** Size of one message in the counter's own unit (integer). */
  size(message: Message): number;
  /** Tokens of a list whose sizes add up to `size` and which holds `messageCount` messages. */
  finish(size: number, messageCount: number): number;
}
