/** Text between two rendered units. */
const SEPARATOR = '\n\n';

/**
 * Packs rendered units into chunks of at most `capacityTokens`, in order. A unit that is larger on its own is cut into pieces; no
 * character is lost and no surrogate pair is cut.
 */
export function planChunks(options: {
  parts: readonly string[];
  capacityTokens: number;
  estimateTokens(text: string): number;
}): string[] {
  const { parts, capacityTokens, estimateTokens } = options;
  const chunks: string[] = [];
  let current: string[] = [];
  let used = 0;
  const flush = (): void => {
    if (current.length > 0) chunks.push(current.join(SEPARATOR));
    current = [];
    used = 0;
  };
  for (const piece of parts.flatMap((part) => cutToFit(part, capacityTokens, estimateTokens))) {
    const tokens = estimateTokens(piece) + 1;
    if (used + tokens > capacityTokens) flush();
    current.push(piece);
    used += tokens;
  }
  flush();
  return chunks;
}

function cutToFit(text: string, capacity: number, estimate: (text: string) => number): string[] {
  if (text.length < 2 || estimate(text) + 1 <= capacity) return [text];
  let middle = text.length >> 1;
  if ((text.charCodeAt(middle) & 0xfc00) === 0xdc00) middle -= 1;
  if (middle === 0) return [text];
  return [
    ...cutToFit(text.slice(0, middle), capacity, estimate),
    ...cutToFit(text.slice(middle), capacity, estimate),
  ];
}
