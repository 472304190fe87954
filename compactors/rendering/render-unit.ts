import type { Block, Message } from '../../harness/index.ts';
import { clipText } from '../clip.ts';

/** How much of each content is shown to a model, in code points. */
export interface RenderLimits {
  /** Of a text of user or assistant. */
  textChars: number;
  /** Of a tool result. */
  resultChars: number;
  /** Of the arguments of a tool call. */
  argumentChars: number;
}

/** Messages as plain text: role, texts, tool calls with arguments, and results, each clipped with the count of what was cut. */
export function renderMessages(messages: readonly Message[], limits: RenderLimits): string {
  return messages.map((message) => renderMessage(message, limits)).join('\n');
}

function renderMessage(message: Message, limits: RenderLimits): string {
  const parts = message.content.map((block) => renderBlock(block, limits)).filter(Boolean);
  const lines = parts.length === 0 ? ['(empty)'] : parts;
  return message.role === 'tool' ? lines.join('\n') : `${message.role}: ${lines.join('\n')}`;
}

function renderBlock(block: Block, limits: RenderLimits): string {
  switch (block.type) {
    case 'text':
      return clipText(block.text.trim(), limits.textChars);
    case 'tool_call': {
      const given =
        typeof block.arguments === 'string' ? block.arguments : JSON.stringify(block.arguments);
      return `calls ${block.name} ${clipText(given, limits.argumentChars)}`;
    }
    case 'tool_result': {
      const what = block.isError ? 'error' : 'result';
      const name = block.name === null ? '' : ` of ${block.name}`;
      return `${what}${name}: ${clipText(block.text.trim(), limits.resultChars) || '(empty)'}`;
    }
    case 'reasoning':
      return '';
    case 'image':
      return `[image ${block.mediaType}]`;
    case 'file':
      return `[file ${block.name}]`;
  }
}

/** The texts of a message, joined by line breaks; empty where it has none. */
export function textOf(message: Message): string {
  return message.content.flatMap((b) => (b.type === 'text' ? [b.text] : [])).join('\n');
}

/** Keeps a rendered conversation from closing the tag that it stands in. */
export function guardTags(text: string): string {
  return text.replaceAll(/<(\/?(?:conversation|notes|pinned)\b)/gi, '< $1');
}
