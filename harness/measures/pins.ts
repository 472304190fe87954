import type { Message } from '../types/message.ts';
import { searchableTexts } from './texts.ts';

/** How many pinned lines there are, and how many of them stand in the context character for character. */
export function pinsKept(
  messages: readonly Message[],
  pins: readonly string[],
): { total: number; kept: number } {
  const texts = searchableTexts(messages);
  const kept = pins.filter((pin) => texts.some((text) => text.includes(pin))).length;
  return { total: pins.length, kept };
}
