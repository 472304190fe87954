import {
  type Fact,
  type Message,
  type Problem,
  protectedIndices,
  type Transcript,
} from '../../harness/index.ts';
import type { LoadedTranscript } from '../load/dataset.ts';
import { datasetProblem } from '../load/problem.ts';
import { createPlaceIndex, type PlaceIndex } from './place-index.ts';

/** A transcript with what the rules ask of it again and again. */
export interface CheckContext {
  transcript: Transcript;
  place: string;
  factsPlace: string;
  messages: ReadonlyMap<string, Message>;
  /** Index of each message by its id. */
  order: ReadonlyMap<string, number>;
  /** Where a value stands. */
  places: PlaceIndex;
  /** Ids of the messages that every strategy keeps. */
  protectedIds: ReadonlySet<string>;
}

/** A rule over one fact. */
export type FactRule = (context: CheckContext, fact: Fact) => Problem[];

/** Prepares a transcript for the rules. */
export function createCheckContext(loaded: LoadedTranscript): CheckContext {
  const { transcript, place } = loaded;
  const { messages } = transcript;
  return {
    transcript,
    place,
    factsPlace: loaded.factsPlace ?? place,
    messages: new Map(messages.map((message) => [message.id, message])),
    order: new Map(messages.map(({ id }, index) => [id, index])),
    places: createPlaceIndex(messages),
    protectedIds: new Set(protectedIndices(messages).flatMap((index) => messages[index]?.id ?? [])),
  };
}

/** A problem of a fact, placed at its file and id. */
export function factProblem(
  context: CheckContext,
  fact: Fact,
  told: { message: string; remedy: string },
): Problem {
  return datasetProblem(`${context.factsPlace} ${fact.id}`, told.message, told.remedy);
}

/** A copy of the values of a fact's survival rule; none for an absent fact. */
export function survivalValues(fact: Fact): string[] {
  if (fact.kind === 'absent') return [];
  return [...('allOf' in fact.survives ? fact.survives.allOf : fact.survives.anyOf)];
}
