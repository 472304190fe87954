import type { Json } from './json.ts';

/** What a fact is about. */
export const FACT_KINDS = [
  'identifier',
  'path',
  'number',
  'command',
  'error',
  'decision',
  'constraint',
  'negation',
  'preference',
  'superseded',
  'open-task',
  'done-task',
  'artifact',
  'absent',
] as const;

/** One of {@link FACT_KINDS}. */
export type FactKind = (typeof FACT_KINDS)[number];

/** Where a fact's evidence stands. `deep-tool-result`: past the first 2,000 characters of a long tool result, and not in its last 500. */
export const CARRIERS = [
  'user',
  'assistant',
  'tool-call',
  'tool-result',
  'deep-tool-result',
] as const;

/** One of {@link CARRIERS}. */
export type Carrier = (typeof CARRIERS)[number];

/** An exact quote of one message: it stands in one of the message's searchable texts (see survival). */
export interface Evidence {
  messageId: string;
  quote: string;
}

/** Values that must stand in a context for the fact to have survived there: all of them, or any of them. */
export type SurvivalRule = { allOf: string[] } | { anyOf: string[] };

/** One promptfoo assertion. Values are literal text: templates are never expanded. */
export interface ProbeAssertion {
  type: string;
  value?: Json;
  threshold?: number;
}

/** The question about a fact. All assertions must pass. `right` is an answer that passes, each of `wrong` one that fails (a near miss among them). */
export interface Probe {
  question: string;
  paraphrase: string;
  assert: ProbeAssertion[];
  right: string;
  wrong: string[];
}

interface FactBase {
  id: string;
  transcript: string;
  statement: string;
  probe: Probe;
}

/** A fact that the transcript states. */
export interface StatedFact extends FactBase {
  kind: Exclude<FactKind, 'superseded' | 'absent'>;
  carrier: Carrier;
  evidence: Evidence[];
  survives: SurvivalRule;
}

/** A fact whose value changed: `evidence` and `survives` are about the value that holds at the end, `old` about the one before. */
export interface SupersededFact extends FactBase {
  kind: 'superseded';
  carrier: Carrier;
  evidence: Evidence[];
  survives: SurvivalRule;
  old: { value: string; evidence: Evidence[] };
}

/** Something that the transcript does not say. The right answer is that it is not known; it has no survival. */
export interface AbsentFact extends FactBase {
  kind: 'absent';
}

/** What a transcript states (or does not), with its evidence and the probe that asks for it. Ids are unique over the project. */
export type Fact = StatedFact | SupersededFact | AbsentFact;
