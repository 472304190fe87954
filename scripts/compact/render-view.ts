import { type Message, plainText } from '../../harness/index.ts';
import type { CompactOutcome } from './compact-input.ts';

/** Lines of a message that the view shows. */
const SHOWN_LINES = 6;

/** Characters of a line that the view shows. */
const SHOWN_CHARS = 110;

/** The readable view of one file: a headline, then each message that is left, with gaps where messages went. */
export function renderView({ line, reason, step, context }: CompactOutcome): string {
  const why = [reason, step && `step ${step}`, line.cause].filter(Boolean).join(', ');
  const headline = `${line.file}: ${line.status}${why && ` (${why})`}, ${formatTokens(line)}`;
  if (context === null || line.kept === null) return plainText(headline);
  const kept = line.kept;
  let next = 0;
  const body = context.messages.flatMap((message, position) => {
    const index = kept[position] ?? null;
    const gap = index === null ? 0 : index - next;
    if (index !== null) next = index + 1;
    const origin = context.origins[position];
    const mark = index === null ? (origin?.type ?? 'created') : `#${index}`;
    return [
      ...(gap > 0 ? [`   --- ${gap} not kept as they were ---`] : []),
      renderMessage(message, mark),
    ];
  });
  return plainText([headline, ...body].join('\n'));
}

function formatTokens({ tokens_before, tokens_after, kept }: CompactOutcome['line']): string {
  if (tokens_after === null) return `${tokens_before} tokens before, no context left`;
  const change = tokens_before === 0 ? 'n/a' : `${signedPercent(tokens_after / tokens_before - 1)}`;
  return `${tokens_before} -> ${tokens_after} tokens (${change}), ${kept?.length ?? 0} messages`;
}

function signedPercent(ratio: number): string {
  return `${ratio > 0 ? '+' : ''}${(100 * ratio).toFixed(1)} %`;
}

function renderMessage(message: Message, mark: string): string {
  const text = message.content.map(renderBlock).join('\n');
  const lines = text.split('\n');
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `     ${clip(line)}`);
  const hidden = lines.length - shown.length;
  return [
    `  ${mark} ${message.role}`,
    ...shown,
    ...(hidden > 0 ? [`     (${hidden} more lines)`] : []),
  ].join('\n');
}

function clip(line: string): string {
  const chars = [...line];
  return chars.length <= SHOWN_CHARS
    ? line
    : `${chars.slice(0, SHOWN_CHARS).join('')} (${chars.length - SHOWN_CHARS} more characters)`;
}

function renderBlock(block: Message['content'][number]): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'reasoning':
      return `(reasoning) ${block.text}`;
    case 'tool_call':
      return `${block.name}(${typeof block.arguments === 'string' ? block.arguments : JSON.stringify(block.arguments)})`;
    case 'tool_result':
      return `${block.isError ? '(error) ' : ''}${block.text}`;
    case 'image':
      return `(image ${block.ref})`;
    case 'file':
      return `(file ${block.name})`;
  }
}
