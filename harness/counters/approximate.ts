import type { AdditiveCounter, Message, TokenCounter, ToolSchema } from '../types/index.ts';
import { memoizeByMessage } from './memo.ts';
import { formatPythonJson } from './python-json.ts';
import { nonTextTokens, renderMessage, renderTools } from './render.ts';

const CHARACTERS_PER_TOKEN = 4;

/** Code points of a text; a lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xd800) continue;
    if ((text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue;
    pairs++;
    index++;
  }
  return text.length - pairs;
}

/**
 * Haystack's `ApproximateTokenCounter` (3.4.1), number for number: floor(code points of the rendered list / 4), 85 an image,
 * 1,000 a file, floored once over the list. Its additive unit is a quarter token.
 */
export function createApproximateCounter(): TokenCounter {
  // One code point more than the message has: the line break that joins it to the next one.
  const size = memoizeByMessage(
    (message) =>
      countCodePoints(renderMessage(message, formatPythonJson)) +
      1 +
      nonTextTokens(message.content) * CHARACTERS_PER_TOKEN,
  );
  const listQuarters = (total: number, messageCount: number): number =>
    messageCount === 0 ? 0 : total - 1;
  const additive: AdditiveCounter = {
    size,
    finish: (total, messageCount) =>
      Math.floor(listQuarters(total, messageCount) / CHARACTERS_PER_TOKEN),
  };
  return {
    name: 'approximate',
    approximate: true,
    countText: (text) => Math.floor(countCodePoints(text) / CHARACTERS_PER_TOKEN),
    count(messages: readonly Message[], tools: readonly ToolSchema[] = []): number {
      let total = 0;
      for (const message of messages) total += size(message);
      const quarters =
        listQuarters(total, messages.length) +
        countCodePoints(renderTools(tools, formatPythonJson));
      return Math.floor(quarters / CHARACTERS_PER_TOKEN);
    },
    additive: () => additive,
  };
}
