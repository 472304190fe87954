import type { Random } from './random.ts';
import { WORDS } from './words.ts';

/** One line of a log, about 20 tokens, without a value that a fact could have. */
export function logLine(random: Random): string {
  const clock = [random.int(0, 23), random.int(0, 59), random.int(0, 59)]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return `${clock} ${random.pick(WORDS.levels)} ${random.pick(WORDS.parts)} ${random.pick(WORDS.events)} ${random.pick(WORDS.tails)}`;
}

/** Log lines of at least `characters` in all; the empty string for 0 or less. */
export function logText(random: Random, characters: number): string {
  const lines: string[] = [];
  for (let length = 0; length < characters; ) {
    const line = logLine(random);
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

/** Sentences of at least `characters` in all; the empty string for 0 or less. */
export function prose(random: Random, sentences: readonly string[], characters: number): string {
  const parts: string[] = [];
  for (let length = 0; length < characters; ) {
    const sentence = random.pick(sentences);
    parts.push(sentence);
    length += sentence.length + 1;
  }
  return parts.join(' ');
}
