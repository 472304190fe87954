/** Share of a clipped text that is taken from its beginning; the rest is its end. */
const HEAD_SHARE = 0.7;

/**
 * A text of at most about `limit` code points: longer ones keep beginning and end, with a note in between of how many
 * characters were cut. Surrogate pairs are never split.
 */
export function clipText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const points = Array.from(text);
  if (points.length <= limit) return text;
  const head = Math.ceil(limit * HEAD_SHARE);
  const tail = Math.max(0, limit - head);
  const cut = points.length - head - tail;
  const end = tail === 0 ? '' : points.slice(-tail).join('');
  return `${points.slice(0, head).join('')}\n[... ${cut} characters cut ...]\n${end}`.trimEnd();
}
