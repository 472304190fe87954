import type { Json } from '../types/json.ts';
import type { Block, Message } from '../types/message.ts';

/**
 * The texts of a message in which facts are looked for, each on its own: text blocks, tool names, argument keys, argument strings
 * and numbers, and tool results. Reasoning, images, files, booleans and nulls hold none.
 */
export function messageTexts(message: Message): string[] {
  return message.content.flatMap(blockTexts);
}

/** The searchable texts of a list of messages, in order. */
export function searchableTexts(messages: readonly Message[]): string[] {
  return messages.flatMap(messageTexts);
}

function blockTexts(block: Block): string[] {
  switch (block.type) {
    case 'text':
      return [block.text];
    case 'tool_call':
      return [block.name, ...jsonTexts(block.arguments)];
    case 'tool_result':
      return block.name === null ? [block.text] : [block.name, block.text];
    default:
      return [];
  }
}

function jsonTexts(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(jsonTexts);
  return Object.entries(value).flatMap(([key, member]) => [key, ...jsonTexts(member)]);
}
