import type { Message } from '../types/message.ts';
import { createSearch, type Search } from './survival.ts';
import { searchableTexts } from './texts.ts';

/** What is looked for in created text. The order decides which kind a span is taken for. */
const VALUE_PATTERNS: readonly RegExp[] = [
  // Commands: a quoted span of two words or more.
  /`([^`\n]{1,400}\s[^`\n]{1,400})`/gu,
  // Paths: at least one slash between or before names, a URL included.
  /(?<![\p{L}\p{N}_])((?:https?:\/\/|~?\/|\.{1,2}\/)?[\p{L}\p{N}_.@-]+(?:\/[\p{L}\p{N}_.@%?=&-]+)+\/?|\/[\p{L}\p{N}_.@-]{2,})/gu,
  // Identifiers: snake case, camel case, letters mixed with digits, dotted and dashed names that hold a digit or a file ending.
  /(?<![\p{L}\p{N}_./-])((?=[\p{L}\p{N}_.-]*(?:[\p{L}\p{N}]_[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{L}-?\p{N}|\p{N}\p{L}|\p{L}\.\p{L}{1,5}(?![\p{L}\p{N}])))[\p{L}_][\p{L}\p{N}_]*(?:[.-][\p{L}\p{N}_]+)*)/gu,
  // Numbers of two digits and more, or with a fraction. One digit alone is mostly a count or a list marker.
  /(?<![\p{L}\p{N}_.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d{2,})(?![\p{L}\p{N}_])/gu,
];

/** A compactor's own count of what it took out, inside brackets: no claim about the conversation. */
const OWN_COUNT =
  /\[[^\]\n]*\d[\d,.]*\s+(?:[\p{L}-]+\s+){0,2}(?:messages?|characters?|chars?|tokens?|lines?|results?|units?|turns?|steps?|bytes?)\b[^\]\n]*\]/giu;

/** Common words with a full stop or dash inside that only look like identifiers. */
const NOT_IDENTIFIERS = new Set(['e.g', 'i.e', 'etc', 'vs']);

/** Most values that are reported of one context; more tell nothing new. */
const MAX_VALUES = 500;

/**
 * Faithfulness: paths, numbers, identifiers and commands in text that a compactor made or rewrote which stand nowhere in its input.
 * Distinct, sorted. `created` are the messages that it made, `input` what it was given. Deterministic.
 */
export function unsupportedValues(
  created: readonly Message[],
  input: readonly Message[],
): string[] {
  if (created.length === 0) return [];
  const search = createSearch(input);
  const found = new Set<string>();
  for (const text of searchableTexts(created)) {
    for (const value of claimedValues(text)) {
      if (!isSupported(value, search)) found.add(value);
    }
  }
  return [...found].sort().slice(0, MAX_VALUES);
}

/** The paths, numbers, identifiers and commands that a text names; each span is taken once. */
export function claimedValues(text: string): string[] {
  let rest = text.replace(OWN_COUNT, ' ');
  const values: string[] = [];
  for (const pattern of VALUE_PATTERNS) {
    rest = rest.replace(pattern, (_span, value: string) => {
      const trimmed = value.replace(/[.,:;!?)]+$/u, '');
      if (!NOT_IDENTIFIERS.has(trimmed.toLowerCase())) values.push(trimmed);
      return ' ';
    });
  }
  return values;
}

/** A path may be given with `./` before it or `/` behind it. */
function isSupported(value: string, search: Search): boolean {
  if (search(value)) return true;
  const bare = value.replace(/^\.\//u, '').replace(/\/$/u, '');
  return bare !== value && search(bare);
}
