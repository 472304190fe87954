import type { Json, Message } from '../../harness/index.ts';

/** The texts of a message in which a fact's evidence may stand: text blocks, tool names, argument keys, strings and numbers, results. */
export function searchableTexts(message: Message): string[] {
  return message.content.flatMap((block) => {
    switch (block.type) {
      case 'text':
      case 'tool_result':
        return [block.text];
      case 'tool_call':
        return [block.name, ...leaves(block.arguments)];
      default:
        return [];
    }
  });
}

function leaves(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (value === null || typeof value === 'boolean') return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...leaves(item)]);
}
