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

/** As few pieces of about one length as fit; a piece whose text is denser than the rest is cut again. */
function cutToFit(text: string, capacity: number, estimate: (text: string) => number): string[] {
  const tokens = estimate(text) + 1;
  if (text.length < 2 || tokens <= capacity) return [text];
  const count = Math.max(2, Math.ceil(tokens / Math.max(1, capacity - 1)));
  const length = Math.max(1, Math.ceil(text.length / count));
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + length);
    if (isInsidePair(text, end)) end += 1;
    pieces.push(text.slice(at, end));
    at = end;
  }
  if (pieces.length === 1) return pieces;
  return pieces.flatMap((piece) => cutToFit(piece, capacity, estimate));
}

function isInsidePair(text: string, index: number): boolean {
  return (
    (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800
  );
}
