import type { Transcript } from '../types/transcript.ts';

/** Number of messages before the last step of the assistant that calls a tool: what a continuation is asked from. All messages where no step does. */
export function continuationPrefix(transcript: Transcript): number {
  const index = transcript.messages.findLastIndex(
    (message) =>
      message.role === 'assistant' && message.content.some((block) => block.type === 'tool_call'),
  );
  return index <= 0 ? transcript.messages.length : index;
}
