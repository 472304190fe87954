import type { Message, TokenCounter } from '../../harness/index.ts';
import { logLine, logText, prose } from './filler.ts';
import { messageId } from './plant.ts';
import type { Random } from './random.ts';
import type { Slot } from './skeleton.ts';
import { WORDS } from './words.ts';

/** How much of the tokens a message gets, against the others. */
const WEIGHTS: Record<Slot['type'], number> = {
  system: 2,
  user: 2,
  assistant: 2,
  call: 1,
  result: 8,
};

/** A deep sentence has at least this many characters of its result before and after it. */
const BEFORE_DEEP = 2_000;
const AFTER_DEEP = 600;
/** Filler comes in whole sentences: this much (characters) is left off so that it meets its share on average. */
const HALF_SENTENCE = 30;
/** What a message without filler costs, with its role and punctuation (tokens). */
const SHORTEST = 9;
/** Half of a log line's tokens. */
const HALF_LINE = 10;
const CHARACTERS_PER_TOKEN = 3.6;
/** Where there is no room for filler. */
const SHORT = { user: 'Next.', assistant: 'Fine.', command: 'ls', result: 'ok' };

/**
 * Writes the messages of a skeleton, with its planted sentences, so that they come to `tokens` by `counter`: each message gets
 * what its own sentences need and its share of what is left over, so that what one misses the next ones make good.
 */
export function writeMessages(options: {
  slots: readonly Slot[];
  tokens: number;
  counter: TokenCounter;
  random: Random;
}): Message[] {
  const { slots, counter, random } = options;
  const { size } = counter.additive();
  let left = options.tokens;
  let needed = slots.reduce((sum, slot) => sum + neededTokens(slot), 0);
  let weights = slots.reduce((sum, { type }) => sum + WEIGHTS[type], 0);
  return slots.map((slot) => {
    if (slot.index === slots.length - 1) return writeLast(slot, left, { counter, random });
    const spare = ((left - needed) * WEIGHTS[slot.type]) / weights;
    const tokens = neededTokens(slot) + Math.max(0, spare);
    const message = writeMessage(slot, (tokens - SHORTEST) * CHARACTERS_PER_TOKEN, random);
    left -= size(message);
    needed -= neededTokens(slot);
    weights -= WEIGHTS[slot.type];
    return message;
  });
}

/** The last message, a result without planted sentences: as many lines as are still missing, counted one by one. */
function writeLast(
  slot: Slot,
  tokens: number,
  { counter, random }: { counter: TokenCounter; random: Random },
): Message {
  const lines: string[] = [];
  for (let used = SHORTEST; used < tokens - HALF_LINE; ) {
    const line = logLine(random);
    lines.push(line);
    used += counter.countText(`${line}\n`);
  }
  return resultMessage(slot, lines.join('\n') || SHORT.result);
}

/** Tokens that a message cannot do without, about. */
function neededTokens(slot: Slot): number {
  const planted = slot.plants.reduce((sum, { text }) => sum + text.length + 1, 0);
  const around = slot.plants.some(({ deep }) => deep) ? BEFORE_DEEP + AFTER_DEEP : 0;
  return SHORTEST + (planted + around) / CHARACTERS_PER_TOKEN;
}

function writeMessage(slot: Slot, characters: number, random: Random): Message {
  const id = messageId(slot);
  const planted = slot.plants.filter(({ deep }) => !deep).map(({ text }) => text);
  const room = characters - planted.join(' ').length - HALF_SENTENCE;
  switch (slot.type) {
    case 'system': {
      const text = `You look after the services of a company. ${prose(random, WORDS.remarks, Math.min(room, 400))}`;
      return { id, role: 'system', content: [{ type: 'text', text: text.trim() }] };
    }
    case 'user':
    case 'assistant': {
      const sentences = slot.type === 'user' ? WORDS.requests : WORDS.remarks;
      const filler = prose(random, sentences, room);
      const text = [...planted, filler].filter(Boolean).join(' ') || SHORT[slot.type];
      return { id, role: slot.type, content: [{ type: 'text', text }] };
    }
    case 'call':
      return {
        id,
        role: 'assistant',
        content: slot.callIds.map((callId, index) => ({
          type: 'tool_call' as const,
          callId,
          name: 'shell',
          arguments: {
            command:
              index === 0 && planted.length > 0
                ? planted.join('\n')
                : room > 0
                  ? random.pick(WORDS.commands)
                  : SHORT.command,
          },
        })),
      };
    case 'result':
      return resultMessage(slot, writeResult(slot, planted, characters, random));
  }
}

function resultMessage(slot: Slot, text: string): Message {
  const callId = slot.callIds[0] ?? '';
  return {
    id: messageId(slot),
    role: 'tool',
    content: [{ type: 'tool_result', callId, name: 'shell', text, isError: false }],
  };
}

function writeResult(
  slot: Slot,
  planted: readonly string[],
  characters: number,
  random: Random,
): string {
  const head = planted.join('\n');
  const deep = slot.plants.filter((plant) => plant.deep).map(({ text }) => text);
  if (deep.length === 0) {
    const filler = logText(random, characters - head.length - HALF_SENTENCE);
    return [head, filler].filter(Boolean).join('\n') || SHORT.result;
  }
  const room = Math.max(
    characters - head.length - deep.join('\n').length,
    BEFORE_DEEP + AFTER_DEEP,
  );
  const before = Math.max(BEFORE_DEEP, Math.floor(room / 2));
  const after = Math.max(AFTER_DEEP, room - before);
  return [head, logText(random, before), ...deep, logText(random, after)]
    .filter(Boolean)
    .join('\n');
}
