import type { Json } from '../types/json.ts';
import type { Block, Message } from '../types/message.ts';

/**
 * A context as plain text for a reader: a label and the text of each block, one block after the other. What survival does not search
 * (reasoning, the content of images and files) is not shown either. Part of the prompts that are recorded: changing it makes them stale.
 */
export function renderContext(messages: readonly Message[]): string {
  return messages.flatMap(renderMessage).join('\n');
}

function renderMessage(message: Message): string[] {
  return message.content.flatMap((block) => renderBlock(message, block));
}

function renderBlock(message: Message, block: Block): string[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [`[${message.role}] ${block.text}`];
    case 'tool_call':
      return [`[${message.role} calls ${block.name}] ${renderArguments(block.arguments)}`];
    case 'tool_result':
      return [`[result${block.name === null ? '' : ` of ${block.name}`}] ${block.text}`];
    case 'image':
      return [`[${message.role}] (image)`];
    case 'file':
      return [`[${message.role}] (file ${block.name})`];
    default:
      return [];
  }
}

function renderArguments(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value);
  return Object.entries(value)
    .map(
      ([key, member]) => `${key}: ${typeof member === 'string' ? member : JSON.stringify(member)}`,
    )
    .join(', ');
}
