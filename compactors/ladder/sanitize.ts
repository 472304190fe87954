/** What a summary says about itself instead of about the work. Each is matched within one sentence. */
const LOST_CONTEXT: readonly RegExp[] = [
  /\b(?:context|conversation|history|messages?|transcript)\b[^.!?]*\b(?:(?:was|were|is|are|has been|have been|got) )?(?:lost|truncated|compacted|compressed|cleared|discarded|no longer (?:available|visible|accessible))\b/i,
  /\b(?:you|i|we|the (?:assistant|agent|model))\b[^.!?]*\b(?:lost|no longer (?:have|has|see|remember)|do(?:es)? not (?:have|remember)|don['’]t (?:have|remember)|cannot (?:see|access|recall)|can['’]t (?:see|access|recall))\b[^.!?]*\b(?:context|conversation|history|memory|earlier messages|previous messages)\b/i,
  /\bprevious (?:context|conversation|messages)\b[^.!?]*\b(?:unavailable|missing|not available)\b/i,
];

/** Longest sentence that is looked at; what tells of lost context is short, and a pattern must not crawl through pages. */
const MOST_SENTENCE_CHARS = 400;

/**
 * Takes out of a summary the sentences that tell the agent that it has lost context: they make it start over. Lines that hold a pinned
 * line are never touched.
 */
export function sanitizeSummary(summary: string, pins: readonly string[]): string {
  const protectedSpans = pins.filter((pin) => pin !== '' && summary.includes(pin));
  const segments = splitAround(summary, protectedSpans);
  return segments
    .map(({ text, pinned }) => (pinned ? text : sanitizeText(text)))
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function sanitizeText(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const sentences = sentencesOf(line);
      const kept = sentences.filter((sentence) => !tellsOfLostContext(sentence));
      if (kept.length === sentences.length) return [line];
      const rest = kept.join('').trimEnd();
      return /^[\s\-*•\d.)#>]*$/.test(rest) ? [] : [rest];
    })
    .join('\n');
}

function tellsOfLostContext(sentence: string): boolean {
  if (sentence.length > MOST_SENTENCE_CHARS) return false;
  return LOST_CONTEXT.some((pattern) => pattern.test(sentence));
}

function sentencesOf(line: string): string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  return Array.from(segmenter.segment(line), ({ segment }) => segment);
}

/** The text cut at every occurrence of a span; spans keep their characters. Longest spans first, so that none is cut by a shorter one. */
function splitAround(text: string, spans: readonly string[]): { text: string; pinned: boolean }[] {
  let segments = [{ text, pinned: false }];
  for (const span of [...spans].sort((a, b) => b.length - a.length)) {
    segments = segments.flatMap((segment) => {
      if (segment.pinned) return [segment];
      return segment.text.split(span).flatMap((piece, index) => {
        const before = index === 0 ? [] : [{ text: span, pinned: true }];
        return [...before, { text: piece, pinned: false }];
      });
    });
  }
  return segments;
}
