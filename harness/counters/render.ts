import type { Block, Json, Message, ToolSchema } from '../types/index.ts';

/** How the JSON of tool arguments and schemas is written in a rendering. */
export type JsonFormatter = (value: Json) => string;

/** Tokens charged for content that has no text, as in Haystack's token counters. */
export const TOKENS_PER_IMAGE = 85;
/** See {@link TOKENS_PER_IMAGE}. */
export const TOKENS_PER_FILE = 1000;

/**
 * One message as the lines of plain text that a counter measures (layout of Haystack 3.4.1): `[role] text`,
 * `[assistant -> tool_call] name(arguments)`, `[tool:name] result`, `[user] <image>`, `[user] <file: name>`.
 * Reasoning is left out, since providers drop it between turns; nothing at all is `[role] <no content>`.
 */
export function renderMessage(message: Message, formatJson: JsonFormatter): string {
  const results = message.content.filter((block) => block.type === 'tool_result');
  if (results.length > 0) {
    return results
      .map(
        (block) =>
          `[tool:${block.name ?? 'unknown'}${block.isError ? ' (error)' : ''}] ${block.text}`,
      )
      .join('\n');
  }
  const lines: string[] = [];
  const texts = message.content.filter((block) => block.type === 'text').map((block) => block.text);
  if (texts.length > 0) lines.push(`[${message.role}] ${texts.join('\n')}`);
  for (const block of message.content) {
    if (block.type !== 'tool_call') continue;
    const args =
      typeof block.arguments === 'string' ? block.arguments : formatJson(block.arguments);
    lines.push(`[${message.role} -> tool_call] ${block.name}(${args})`);
  }
  for (const block of message.content) {
    if (block.type === 'image') lines.push(`[${message.role}] <image>`);
  }
  for (const block of message.content) {
    if (block.type === 'file') lines.push(`[${message.role}] <file: ${block.name || 'unnamed'}>`);
  }
  return lines.length > 0 ? lines.join('\n') : `[${message.role}] <no content>`;
}

/** Tool schemas as one JSON list, the empty string where there are none. */
export function renderTools(tools: readonly ToolSchema[], formatJson: JsonFormatter): string {
  if (tools.length === 0) return '';
  return formatJson(
    tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
  );
}

/** Tokens charged for the images and files of a message. */
export function nonTextTokens(content: readonly Block[]): number {
  let tokens = 0;
  for (const block of content) {
    if (block.type === 'image') tokens += TOKENS_PER_IMAGE;
    if (block.type === 'file') tokens += TOKENS_PER_FILE;
  }
  return tokens;
}
