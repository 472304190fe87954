import type { Block, Message, StatedFact } from '../../harness/index.ts';

/** Something in a transcript that looks like a fact: its kind, its value as it stands there, and the line around it. */
export interface Candidate {
  kind: StatedFact['kind'];
  value: string;
  left: string;
  right: string;
  messageIndex: number;
  messageId: string;
}

interface Pattern {
  kind: StatedFact['kind'];
  pattern: RegExp;
  /** Only in messages of this role. */
  role?: Message['role'];
}

/** In order of worth: a value belongs to the first pattern that finds it. Group `value`, or the whole match. */
const PATTERNS: Pattern[] = [
  {
    kind: 'constraint',
    role: 'user',
    pattern:
      /\b(?:must(?: not)?|never|do not|don't|always|only use|without)\s(?<value>[^.\n;!?]{12,90})/gi,
  },
  {
    kind: 'error',
    pattern:
      /\b(?<value>(?:[A-Z]\w*(?:Error|Exception|Failure)|E[A-Z]{5,}|[A-Z]{2,5}\d{3,5})\b(?::[^\n"']{4,60})?)/g,
  },
  {
    kind: 'path',
    pattern: /(?<![\w/.-])(?<value>(?:[\w.@-]+\/){1,8}[\w.@-]*\w\.[A-Za-z]\w{0,7})(?![\w/-])/g,
  },
  {
    kind: 'number',
    pattern:
      /(?<![\w.,-])(?<value>\d[\d,]*(?:\.\d+)?\s?(?:ms|seconds?|minutes?|hours?|days?|[KMG]i?B|bytes|%|rows?|lines?|tests?|files?|tokens?|passed|failed|errors?|requests?|users?|orders?))(?!\w)/g,
  },
  {
    kind: 'identifier',
    pattern:
      /(?<![\w/.-])(?<value>[A-Z]{2,6}-\d{2,6}|#\d{2,6}|v\d+\.\d+\.\d+|[a-z]+(?:_[a-z0-9]+){2,6}|[a-z]+(?:[A-Z][a-z0-9]+){2,5})(?![\w/])/g,
  },
];

const MIN_LINE_WORDS = 3;
const CONTEXT = 90;
const PER_MESSAGE = 40;

/** Everything in a message that looks like a fact; at most {@link PER_MESSAGE} of them, first of each value. */
export function findCandidates(message: Message, messageIndex: number): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const block of message.content) {
    const text = textOf(block);
    if (text === '') continue;
    for (const { kind, pattern, role } of PATTERNS) {
      if (role !== undefined && role !== message.role) continue;
      for (const match of text.matchAll(pattern)) {
        const value = (match.groups?.value ?? match[0]).trim();
        if (found.has(value) || value.length > 120) continue;
        const at = match.index + match[0].indexOf(value);
        const line = lineAround(text, at, value.length);
        if (line === null) continue;
        found.set(value, { kind, value, ...line, messageIndex, messageId: message.id });
        if (found.size >= PER_MESSAGE) return [...found.values()];
      }
    }
  }
  const command = commandOf(message, messageIndex);
  return command === null ? [...found.values()] : [command, ...found.values()];
}

function textOf(block: Block): string {
  return block.type === 'text' || block.type === 'tool_result' ? block.text : '';
}

/** The rest of the value's line; null where it says too little to ask by. */
function lineAround(
  text: string,
  at: number,
  length: number,
): { left: string; right: string } | null {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const newline = text.indexOf('\n', at + length);
  const left = text.slice(Math.max(start, at - CONTEXT), at).trim();
  const right = text
    .slice(at + length, newline < 0 ? undefined : newline)
    .slice(0, CONTEXT)
    .trim();
  const words = `${left} ${right}`.match(/\p{L}{2,}/gu) ?? [];
  return words.length < MIN_LINE_WORDS ? null : { left, right };
}

/** A shell command that was run: what it was run for stands in the text before it. */
function commandOf(message: Message, messageIndex: number): Candidate | null {
  const text = message.content.find((block) => block.type === 'text');
  for (const block of message.content) {
    if (block.type !== 'tool_call' || typeof block.arguments === 'string') continue;
    const command = block.arguments.command ?? block.arguments.cmd;
    if (typeof command !== 'string' || command.length < 8 || command.length > 100) continue;
    if (command.includes('\n') || text?.type !== 'text') continue;
    const left = text.text.split('\n').at(-1)?.slice(-CONTEXT).trim() ?? '';
    if ((left.match(/\p{L}{2,}/gu) ?? []).length < MIN_LINE_WORDS) continue;
    return {
      kind: 'command',
      value: command,
      left,
      right: '',
      messageIndex,
      messageId: message.id,
    };
  }
  return null;
}
