import {
  type Block,
  type Carrier,
  type Evidence,
  type Message,
  messageTexts,
} from '../../harness/index.ts';
import { quoteForPeople } from '../load/problem.ts';
import { type CheckContext, type FactRule, factProblem } from './context.ts';

/** A quote is deep in a result from this offset (characters) on, and up to this far from its end. */
const DEEP_FROM = 2_000;
const DEEP_TAIL = 500;

type Place = Carrier | 'system';

/** The carrier is one in which the evidence stands; `deep-tool-result` needs all of it to stand deep in long results. */
export const checkCarrier: FactRule = (context, fact) => {
  if (fact.kind === 'absent') return [];
  const places = fact.evidence.flatMap((evidence) => evidencePlaces(context, evidence));
  if (places.length === 0) return [];
  const shallow = places.filter((place) => place !== 'deep-tool-result');
  const right =
    fact.carrier === 'deep-tool-result' ? shallow.length === 0 : places.includes(fact.carrier);
  if (right) return [];
  const names = [...new Set(places)].join(', ');
  return [
    factProblem(context, fact, {
      message: `its carrier is ${fact.carrier}, and its evidence stands in ${names}.`,
      remedy:
        fact.carrier === 'deep-tool-result'
          ? `Deep means past character ${DEEP_FROM} of a result and not in its last ${DEEP_TAIL}, at every place: name the carrier of the place that is not.`
          : `Name the carrier of one of its places: ${names}.`,
    }),
  ];
};

/** No evidence in a message that every strategy keeps (system, newest user message, newest unit): what cannot be lost measures nothing. */
export const checkNotProtected: FactRule = (context, fact) => {
  if (fact.kind === 'absent') return [];
  return fact.evidence
    .filter(({ messageId }) => context.protectedIds.has(messageId))
    .map(({ messageId, quote }) =>
      factProblem(context, fact, {
        message: `its evidence ${quoteForPeople(quote)} stands in the message ${messageId}, which every strategy keeps (system, newest user message, newest unit).`,
        remedy: 'Annotate a fact that stands only in messages which can be lost.',
      }),
    );
};

/** Where a quote stands: the carrier of every occurrence in its message. */
function evidencePlaces(context: CheckContext, evidence: Evidence): Place[] {
  const message = context.messages.get(evidence.messageId);
  if (message === undefined) return [];
  return message.content.flatMap((block) => blockPlaces(message, block, evidence.quote));
}

function blockPlaces(message: Message, block: Block, quote: string): Place[] {
  if (block.type === 'tool_result') return resultPlaces(block.text, quote);
  const stands = messageTexts({ ...message, content: [block] }).some((text) =>
    text.includes(quote),
  );
  if (!stands) return [];
  if (block.type === 'tool_call') return ['tool-call'];
  return [message.role === 'tool' ? 'tool-result' : message.role];
}

function resultPlaces(text: string, quote: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    const deep = at >= DEEP_FROM && at + quote.length <= text.length - DEEP_TAIL;
    places.push(deep ? 'deep-tool-result' : 'tool-result');
  }
  return places;
}
