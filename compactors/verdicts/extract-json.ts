import { jsonrepair } from 'jsonrepair';

/** How much may be mended: nothing, what stands around valid JSON, or its syntax too. */
export const REPAIRS = ['none', 'wrapping', 'syntax'] as const;

/** One of {@link REPAIRS}. */
export type Repair = (typeof REPAIRS)[number];

const FENCE = /```\w*\s([\s\S]*?)```/g;

/** The JSON of an answer as source text; null = there is none, or more than one. */
export interface ExtractedJson {
  source: string;
  repaired: boolean;
}

/**
 * Finds the one JSON object of an answer. `wrapping` takes it out of a code fence or prose; `syntax` also lets jsonrepair mend quotes,
 * commas and the like. Braces that never close are a truncated answer, and are never mended.
 */
export function extractJson(text: string, repair: Repair): ExtractedJson | null {
  const whole = text.trim();
  if (isJson(whole)) return { source: whole, repaired: false };
  if (repair === 'none') return null;
  const fenced = [...whole.matchAll(FENCE)].map((match) => match[1] ?? '').filter(isJson);
  if (fenced.length > 0) return oneOf(fenced.map((source) => source.trim()));
  const spans = objectSpans(whole);
  if (spans === null) return null;
  const valid = spans.filter(isJson);
  if (valid.length > 0) return oneOf(valid);
  if (repair === 'wrapping') return null;
  return oneOf(spans.flatMap((span) => mend(span) ?? []));
}

function oneOf(sources: readonly string[]): ExtractedJson | null {
  const [source, ...others] = new Set(sources);
  return source === undefined || others.length > 0 ? null : { source, repaired: true };
}

function mend(span: string): string | null {
  try {
    return jsonrepair(span);
  } catch {
    return null;
  }
}

/** Every outermost `{...}` of a text, braces in double-quoted strings left out; null where one never closes. */
function objectSpans(text: string): string[] | null {
  const spans: string[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"' && depth > 0) inString = true;
    else if (char === '{') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (char === '}' && depth > 0) {
      depth -= 1;
      if (depth === 0) spans.push(text.slice(start, at + 1));
    }
  }
  return depth > 0 ? null : spans;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
