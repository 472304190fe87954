import type { JsonObject, Message } from '../../harness/index.ts';
import { call, type Session, type SessionCall, say } from './session.ts';

/** A tool result that came out otherwise when the session was recorded again. */
export interface Difference {
  messageId: string;
  before: string;
  after: string;
}

/** Plays the recorded steps into a fresh session, executing every call again, and lists the results that differ. */
export async function recordAgain(options: {
  session: Session;
  recorded: readonly Message[];
  wallTime: () => string;
}): Promise<Difference[]> {
  const { session, recorded, wallTime } = options;
  const differences: Difference[] = [];
  for (const message of recorded) {
    const calls: SessionCall[] = [];
    for (const block of message.content) {
      if (block.type === 'tool_call') {
        calls.push({ name: block.name, arguments: block.arguments as JsonObject });
      }
    }
    if (calls.length > 0) {
      const results = await call({ session, text: textOf(message), calls, wallTime });
      for (const result of results) {
        const before = recorded.find((item) => item.id === result.id);
        if (before !== undefined && resultOf(before) !== resultOf(result)) {
          differences.push({
            messageId: result.id,
            before: resultOf(before),
            after: resultOf(result),
          });
        }
      }
    } else if (message.role === 'user' || message.role === 'assistant') {
      await say(session, message.role, textOf(message));
    }
  }
  return differences;
}

function textOf(message: Message): string {
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function resultOf(message: Message): string {
  return message.content.map((block) => (block.type === 'tool_result' ? block.text : '')).join('');
}
