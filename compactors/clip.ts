import type { Message } from '../harness/index.ts';

/**
 * The first and last characters of a text that is longer than `limit` UTF-16 units, with a line between them that says how many
 * were cut. Never cuts inside a surrogate pair; `headShare` in [0, 1] is the part of the limit that the head gets.
 */
export function clipText(text: string, limit: number, headShare = 0.6): string {
  if (text.length <= limit) return text;
  let head = Math.floor(limit * headShare);
  let tail = text.length - (limit - head);
  if (isLowSurrogateOfPair(text, head)) head--;
  if (isLowSurrogateOfPair(text, tail)) tail++;
  const cut = tail - head;
  return `${text.slice(0, head)}\n[${cut} characters cut]\n${text.slice(tail)}`;
}

function isLowSurrogateOfPair(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  const low = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
  return low && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}

/** A copy of a message with its tool results clipped to `limit` characters and marked as `by`'s; the message itself where none is longer. */
export function clipResults(message: Message, limit: number, by: string): Message {
  const long = message.content.some(
    (block) => block.type === 'tool_result' && block.text.length > limit,
  );
  if (!long) return message;
  return {
    ...message,
    content: message.content.map((block) =>
      block.type === 'tool_result' ? { ...block, text: clipText(block.text, limit) } : { ...block },
    ),
    created: { by, replaces: [message.id] },
  };
}
