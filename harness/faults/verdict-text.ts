import type { FaultName } from './names.ts';

/** An answer's JSON object as it was written: what stands before and behind it, and its entries. */
interface FoundObject {
  before: string;
  after: string;
  source: string;
  entries: [string, unknown][];
}

/** Which entry a seeded fault hits: an index below `count`. */
export type Pick = (count: number) => number;

/** An id that no strategy gives out. */
const UNKNOWN_ID = 'zz999';

/**
 * An answer of verdicts with one fault in it, otherwise as the model gave it. An answer that holds no JSON object, such as
 * a summary, is none of these faults' business and comes back as it was.
 */
export function breakVerdicts(name: FaultName, text: string, pick: Pick): string {
  const found = findObject(text);
  if (!found) return text;
  const { before, after, source, entries } = found;
  const write = (list: readonly [string, unknown][]): string =>
    `${before}{${list.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', ')}}${after}`;
  const hit = entries.length === 0 ? undefined : entries[pick(entries.length)];
  switch (name) {
    case 'json-in-prose':
      return `Here is what I would keep, part by part.\n\n${text}\n\nTell me if I should look again.`;
    case 'json-in-fence':
      return `\`\`\`json\n${text}\n\`\`\``;
    case 'truncated-json':
      return `${before}${source.slice(0, Math.max(1, Math.floor(source.length * 0.6)))}`;
    case 'unknown-id':
      return write([...entries, [UNKNOWN_ID, 'keep']]);
    case 'missing-id':
      return write(entries.filter((entry) => entry !== hit));
    case 'duplicate-id':
      return hit ? write([...entries, hit]) : text;
    case 'contradiction':
      return hit ? write([...entries, [hit[0], hit[1] === 'keep' ? 'drop' : 'keep']]) : text;
    default:
      return text;
  }
}

function findObject(text: string): FoundObject | null {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}') + 1;
  if (start < 0 || end <= start) return null;
  const source = text.slice(start, end);
  try {
    const value: unknown = JSON.parse(source);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return {
      before: text.slice(0, start),
      after: text.slice(end),
      source,
      entries: Object.entries(value),
    };
  } catch {
    return null;
  }
}
