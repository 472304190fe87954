import {
  type Block,
  type Json,
  type Message,
  plainText,
  protectedIndices,
  type Transcript,
} from '../../harness/index.ts';

/** Results longer than this are printed with offsets: what stands deep in them is a carrier of its own. */
const LONG_RESULT = 2_000;

/** A transcript for those who annotate it: each message with index, id, role, tenth and size in characters, its texts whole, and the lines of long results after their offsets. Safe for a terminal. */
export function renderMessages(transcript: Transcript): string {
  const kept = new Set(protectedIndices(transcript.messages));
  return transcript.messages
    .map((message, index) => {
      const tenth = Math.floor((index * 10) / transcript.messages.length) + 1;
      const mark = kept.has(index) ? ', kept by every strategy: no evidence here' : '';
      const head = `[${index}] ${message.id} ${message.role}, tenth ${tenth}${mark}`;
      return plainText([head, ...bodyOf(message)].join('\n'));
    })
    .join('\n\n');
}

function bodyOf(message: Message): string[] {
  return message.content.flatMap((block) => {
    const { head, text } = describe(block);
    const size = `${text.length} characters`;
    if (block.type !== 'tool_result' || text.length <= LONG_RESULT) {
      return [`  ${head}, ${size}`, ...text.split('\n').map((line) => `    ${line}`)];
    }
    return [
      `  ${head}, ${size}, deep from ${LONG_RESULT} to ${text.length - 500}`,
      ...withOffsets(text),
    ];
  });
}

function withOffsets(text: string): string[] {
  const width = String(text.length).length;
  let offset = 0;
  return text.split('\n').map((line) => {
    const shown = `    ${String(offset).padStart(width)}| ${line}`;
    offset += line.length + 1;
    return shown;
  });
}

function describe(block: Block): { head: string; text: string } {
  switch (block.type) {
    case 'text':
      return { head: 'text', text: block.text };
    case 'reasoning':
      return { head: 'reasoning (not searched)', text: block.text };
    case 'tool_call':
      return {
        head: `call ${block.callId} ${block.name}`,
        text: argumentLines(block.arguments, '').join('\n'),
      };
    case 'tool_result':
      return {
        head: `result ${block.callId} ${block.name ?? ''}${block.isError ? ' (error)' : ''}`,
        text: block.text,
      };
    case 'image':
      return { head: 'image', text: block.ref };
    case 'file':
      return { head: 'file', text: block.name };
  }
}

/** Arguments as a quote must have them: each string as it is, not as JSON escapes it. */
function argumentLines(value: Json, name: string): string[] {
  const label = name === '' ? '' : `${name}: `;
  if (typeof value !== 'object' || value === null) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.includes('\n') ? [label.trimEnd(), ...text.split('\n')] : [`${label}${text}`];
  }
  return Object.entries(value).flatMap(([key, item]) =>
    argumentLines(item, name === '' ? key : `${name}.${key}`),
  );
}
