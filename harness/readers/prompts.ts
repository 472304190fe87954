import { hashJson } from '../hash.ts';
import type { ToolSchema } from '../types/message.ts';
import type { ChatMessage } from '../types/model.ts';
import { ABSTENTION } from './abstention.ts';

/** A reader's prompt: texts around the context and the question, and how long an answer may be (in the model's tokens). */
interface ReaderPrompt {
  id: string;
  system: string;
  before: string;
  after: string;
  instruction: string;
  maxOutputTokens: number;
}

/** Asks one probe: the context first and the question last, so that all questions about one context share their beginning. */
const PROBE: ReaderPrompt = {
  id: 'reader-probe',
  system: 'You answer questions about a conversation from its record.',
  before: 'Record of the conversation:\n\n',
  after: '\n\nEnd of the record.\n\nQuestion: ',
  instruction: `\nAnswer with the value alone, in a few words. If the record does not say, answer: ${ABSTENTION}`,
  maxOutputTokens: 96,
};

/** Asks for the next step of the assistant. */
const NEXT_STEP: ReaderPrompt = {
  id: 'reader-next-step',
  system: 'You are the assistant of a conversation and go on from its record.',
  before: 'Record of the conversation:\n\n',
  after: '\n\nEnd of the record.\n\nTools:\n',
  instruction:
    '\nReply with your next tool call alone, as one JSON object: {"tool": "<name>", "arguments": {...}}',
  maxOutputTokens: 256,
};

/** A prompt that is ready to send: its messages, the part that all questions share, and its identity. */
export interface BuiltPrompt {
  promptId: string;
  promptHash: string;
  maxOutputTokens: number;
  messages: ChatMessage[];
  /** Text in front of what differs between questions. */
  shared: string;
  /** Text that belongs to this question alone. */
  own: string;
}

/** The prompt of one probe over a rendered context. */
export function buildProbePrompt(context: string, question: string): BuiltPrompt {
  return build(PROBE, context, question);
}

/** The prompt that asks for the next step over a rendered context. */
export function buildNextStepPrompt(context: string, tools: readonly ToolSchema[]): BuiltPrompt {
  return build(NEXT_STEP, context, tools.map(describeTool).join('\n'));
}

/** Identity of both prompts: changes with any of their texts, and makes recordings stale. */
export const READER_PROMPT_HASH = hashJson([PROBE, NEXT_STEP]).slice(0, 16);

function build(prompt: ReaderPrompt, context: string, last: string): BuiltPrompt {
  const shared = `${prompt.before}${context}${prompt.after}`;
  const own = `${last}${prompt.instruction}`;
  return {
    promptId: prompt.id,
    promptHash: hashJson(prompt).slice(0, 16),
    maxOutputTokens: prompt.maxOutputTokens,
    messages: [
      { role: 'system', content: prompt.system },
      { role: 'user', content: `${shared}${own}` },
    ],
    shared: `${prompt.system}\n${shared}`,
    own,
  };
}

function describeTool({ name, parameters }: ToolSchema): string {
  const properties = parameters.properties;
  const known = typeof properties === 'object' && properties !== null && !Array.isArray(properties);
  return `- ${name}(${known ? Object.keys(properties).join(', ') : ''})`;
}
