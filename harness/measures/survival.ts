import type { Fact, SurvivalRule } from '../types/fact.ts';
import type { Message } from '../types/message.ts';
import type { FactSurvival } from '../types/record.ts';
import { containsNormalized, normalizeText } from './contains.ts';
import { searchableTexts } from './texts.ts';

/** Says whether a value stands in one of the texts it was made of; see {@link createSearch}. */
export type Search = (value: string) => boolean;

/** A search over the searchable texts of messages. A value must stand whole in one of them. */
export function createSearch(messages: readonly Message[]): Search {
  const texts = [...new Set(searchableTexts(messages).map(normalizeText))];
  const known = new Map<string, boolean>();
  return (value) => {
    const cached = known.get(value);
    if (cached !== undefined) return cached;
    const normalized = normalizeText(value);
    const found = texts.some((text) => containsNormalized(text, normalized));
    known.set(value, found);
    return found;
  };
}

/** True where the values of a rule stand: all of `allOf`, or any of `anyOf`. A rule without values never holds. */
export function survives(search: Search, rule: SurvivalRule): boolean {
  if ('allOf' in rule) return rule.allOf.length > 0 && rule.allOf.every(search);
  return rule.anyOf.some(search);
}

/** The fate of each fact in a context, in the order of the facts. Absent facts have none (`survived` null); `staleSurvived` is for superseded ones. */
export function survival(messages: readonly Message[], facts: readonly Fact[]): FactSurvival[] {
  const search = createSearch(messages);
  return facts.map((fact) => ({
    factId: fact.id,
    survived: fact.kind === 'absent' ? null : survives(search, fact.survives),
    staleSurvived: fact.kind === 'superseded' ? search(fact.old.value) : null,
  }));
}
