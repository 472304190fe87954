import {
  containsValue,
  type Evidence,
  type Message,
  messageTexts,
  type Search,
  survives,
} from '../../harness/index.ts';
import { quoteForPeople } from '../load/problem.ts';
import { type CheckContext, type FactRule, factProblem, survivalValues } from './context.ts';
import { createPlaceIndex } from './place-index.ts';

/** Takes the place of a removed quote: no letter or digit, so that what stood beside it cannot grow together. */
const GAP = '\u0000';
const PLACES_SHOWN = 3;

/** The rule of survival holds on the transcript, and no longer holds once every quote of the evidence is taken out of it. */
export const checkSurvivalRule: FactRule = (context, fact) => {
  if (fact.kind === 'absent') return [];
  const whole: Search = (value) => context.places(value).length > 0;
  if (!survives(whole, fact.survives)) {
    const missing = survivalValues(fact).filter((value) => !whole(value));
    return [
      factProblem(context, fact, {
        message: `it does not survive in its own transcript: ${missing.map((value) => quoteForPeople(value)).join(', ')} stands nowhere in it.`,
        remedy: 'Write each value of `survives` as the transcript has it (case counts).',
      }),
    ];
  }
  const places = remainingPlaces(context, fact.evidence);
  if (!survives((value) => places(value).length > 0, fact.survives)) return [];
  const shown = survivalValues(fact)
    .filter((value) => places(value).length > 0)
    .map((value) => `${quoteForPeople(value)} in ${shorten(places(value))}`);
  return [
    factProblem(context, fact, {
      message: `it survives without its evidence: ${shown.join('; ')}.`,
      remedy:
        'List every place where the value stands as evidence, or choose a value that stands only there.',
    }),
  ];
};

/** Each value that must survive stands in one of the fact's own quotes: all of `allOf`, at least one of `anyOf`. */
export const checkValuesInEvidence: FactRule = (context, fact) => {
  if (fact.kind === 'absent') return [];
  const outside = survivalValues(fact).filter(
    (value) => !fact.evidence.some(({ quote }) => containsValue(quote, value)),
  );
  const wrong =
    'allOf' in fact.survives ? outside.length > 0 : outside.length === survivalValues(fact).length;
  if (!wrong) return [];
  return [
    factProblem(context, fact, {
      message: `${outside.map((value) => quoteForPeople(value)).join(', ')} stands in none of its quotes.`,
      remedy: 'Quote the passage that holds the value, whole.',
    }),
  ];
};

/** For a value, the ids of the messages in which it still stands when the evidence is gone. */
function remainingPlaces(
  context: CheckContext,
  evidence: readonly Evidence[],
): (value: string) => string[] {
  const quotes = new Map<string, string[]>();
  for (const { messageId, quote } of evidence) {
    quotes.set(messageId, [...(quotes.get(messageId) ?? []), quote]);
  }
  const changed = [...quotes].flatMap(([id, gone]) => {
    const message = context.messages.get(id);
    return message === undefined ? [] : [withoutQuotes(message, gone)];
  });
  const remaining = createPlaceIndex(changed);
  return (value) => [...context.places(value).filter((id) => !quotes.has(id)), ...remaining(value)];
}

/** The texts of a message with every occurrence of the quotes taken out; quotes may overlap. */
function withoutQuotes(message: Message, quotes: readonly string[]): Message {
  const content = messageTexts(message).map((text) => ({
    type: 'text' as const,
    text: cutOut(text, quotes),
  }));
  return { id: message.id, role: message.role, content };
}

function cutOut(text: string, quotes: readonly string[]): string {
  const spans = quotes
    .flatMap((quote) => {
      const found: [number, number][] = [];
      for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
        found.push([at, at + quote.length]);
      }
      return found;
    })
    .sort(([a], [b]) => a - b);
  let kept = '';
  let end = 0;
  for (const [from, to] of spans) {
    if (from > end) kept += text.slice(end, from) + GAP;
    else if (end === 0) kept += GAP;
    end = Math.max(end, to);
  }
  return kept + text.slice(end);
}

function shorten(ids: readonly string[]): string {
  const shown = ids.slice(0, PLACES_SHOWN).join(', ');
  return ids.length <= PLACES_SHOWN ? shown : `${shown} and ${ids.length - PLACES_SHOWN} more`;
}
