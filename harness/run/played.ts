import type { Fact } from '../types/fact.ts';
import type { Transcript } from '../types/transcript.ts';

/** Facts that can be asked after `played` messages of a transcript: those whose evidence stands among them (a superseded one's old value too), and the absent ones. */
export function playedFacts(transcript: Transcript, played: number): Fact[] {
  if (played >= transcript.messages.length) return transcript.facts;
  const seen = new Set(transcript.messages.slice(0, played).map((message) => message.id));
  return transcript.facts.filter((fact) => {
    if (fact.kind === 'absent') return true;
    const evidence =
      fact.kind === 'superseded' ? [...fact.evidence, ...fact.old.evidence] : fact.evidence;
    return evidence.every(({ messageId }) => seen.has(messageId));
  });
}

/** Tenth of the transcript, 1 to 10, where a fact's first evidence stands; null for absent facts and unknown messages. */
export function factPosition(fact: Fact, transcript: Transcript): number | null {
  if (fact.kind === 'absent') return null;
  const indices = fact.evidence
    .map(({ messageId }) => transcript.messages.findIndex(({ id }) => id === messageId))
    .filter((index) => index >= 0);
  if (indices.length === 0) return null;
  return Math.floor((Math.min(...indices) * 10) / transcript.messages.length) + 1;
}
