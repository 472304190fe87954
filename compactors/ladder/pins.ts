import { PINS_BLOCK } from '../prompts/ladder.ts';
import { fillPrompt } from '../prompts/template.ts';

/** Most characters of pinned lines together, line breaks included. */
export const MOST_PIN_CHARS = 8192;

/** Pinned lines in their order, each once, up to 8,192 characters; a line that would pass the cap is left out whole. */
export function capPins(pins: readonly string[]): string[] {
  const lines: string[] = [];
  let used = 0;
  for (const line of new Set(pins)) {
    const cost = line.length + (lines.length > 0 ? 1 : 0);
    if (line.trim() === '' || used + cost > MOST_PIN_CHARS) continue;
    lines.push(line);
    used += cost;
  }
  return lines;
}

/** The block that a prompt shows pinned lines in; empty without any, so that the prompt is the same as if there were no pins. */
export function renderPins(lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const [, filled] = fillPrompt(
    { promptId: 'pins', promptHash: '', kind: 'summary', system: '', user: PINS_BLOCK },
    { lines: lines.join('\n') },
  );
  return filled?.content ?? '';
}

/** A summary that holds every pinned line character for character: missing ones are added at its end. */
export function ensurePins(summary: string, lines: readonly string[]): string {
  const missing = lines.filter((line) => !summary.includes(line));
  return missing.length === 0 ? summary : `${summary}\n\n${missing.join('\n')}`;
}
