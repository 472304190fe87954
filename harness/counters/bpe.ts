import { createRequire } from 'node:module';
import type { AdditiveCounter, Json, Message, TokenCounter, ToolSchema } from '../types/index.ts';
import { memoizeByMessage } from './memo.ts';
import { nonTextTokens, renderMessage, renderTools } from './render.ts';
import { splitLongRuns } from './split-runs.ts';

/** Encodings of OpenAI's tokenizers that can be counted with. */
export type BpeEncoding = 'o200k_base' | 'cl100k_base';

interface Tokenizer {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
}

const require = createRequire(import.meta.url);
const NOTHING_SPECIAL = { disallowedSpecial: new Set<string>() };

/** The merge tables take half a second to load, so that they wait for the first text. */
function loadTokenizer(encoding: BpeEncoding): Tokenizer {
  return require(`gpt-tokenizer/encoding/${encoding}`) as Tokenizer;
}

const formatJson = (value: Json): string => JSON.stringify(value);

/**
 * Byte-pair counts through gpt-tokenizer. A list counts as the sum of its messages, each with one token for the break after it;
 * arguments as plain JSON, 85 tokens an image, 1,000 a file. Text such as `<|endoftext|>` is ordinary text.
 * A run of one character class longer than about 2,000 characters is split, since its cost is quadratic; `approximate` turns true then.
 */
export function createBpeCounter(encoding: BpeEncoding): TokenCounter {
  let tokenizer: Tokenizer | null = null;
  let wasSplit = false;

  function countText(text: string): number {
    if (text === '') return 0;
    tokenizer ??= loadTokenizer(encoding);
    const pieces = splitLongRuns(text);
    if (pieces.length > 1) wasSplit = true;
    let total = 0;
    for (const piece of pieces) total += tokenizer.countTokens(piece, NOTHING_SPECIAL);
    return total;
  }

  const size = memoizeByMessage(
    (message) => countText(renderMessage(message, formatJson)) + 1 + nonTextTokens(message.content),
  );
  const additive: AdditiveCounter = { size, finish: (total) => total };
  return {
    name: encoding,
    get approximate() {
      return wasSplit;
    },
    countText,
    count(messages: readonly Message[], tools: readonly ToolSchema[] = []): number {
      let total = countText(renderTools(tools, formatJson));
      for (const message of messages) total += size(message);
      return total;
    },
    additive: () => additive,
  };
}
