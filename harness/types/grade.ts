import type { Clock } from './clock.ts';
import type { Fact, ProbeAssertion } from './fact.ts';
import type { Message, ToolSchema } from './message.ts';
import type { GenerateResponse } from './model.ts';
import type { UnscoredReason } from './status.ts';

/** A grade: a score in [0, 1], or none with the reason. A probe passes at score 1 of its deterministic assertions. */
export type Grade =
  | { status: 'scored'; score: number; pass: boolean; grader: string; reason: string | null }
  | { status: 'unscored'; reason: UnscoredReason; detail: string | null };

/** Which wording of a probe was asked. */
export type QuestionForm = 'question' | 'paraphrase';

/** What a reader said to one question, or why it said nothing that counts. `abstained`: it said that it does not know. */
export type ReaderAnswer =
  | { status: 'answered'; text: string; abstained: boolean; response: GenerateResponse | null }
  | { status: 'unscored'; reason: UnscoredReason; detail: string | null };

/** One context and the questions about it; questions are asked one at a time, context first. */
export interface ReadRequest {
  messages: readonly Message[];
  tools: readonly ToolSchema[];
  questions: readonly string[];
  clock: Clock;
  seed: number;
  signal: AbortSignal;
  task: string;
}

/** One context from which the assistant's next step is asked for. */
export type NextStepRequest = Omit<ReadRequest, 'questions'>;

/** Answers probes from a compacted context. `canAbstain` false = stale and invented are missing for it. */
export interface Reader {
  readonly id: string;
  readonly digest: string | null;
  readonly promptHash: string;
  readonly canAbstain: boolean;
  /** One answer a question, in order. Never throws for a model's failure. */
  read(request: ReadRequest): Promise<ReaderAnswer[]>;
  /** The next step of the assistant, as text that names a tool call. Readers without it take no part in continuation. */
  next?(request: NextStepRequest): Promise<ReaderAnswer>;
  close?(): Promise<void>;
}

/** Grades one answer to one fact's probe. */
export interface Grader {
  readonly id: string;
  /** The model that judges meaning, where there is one. */
  readonly judge?: { id: string; digest: string | null } | null;
  grade(request: {
    fact: Fact;
    question: string;
    answer: string;
    assert: readonly ProbeAssertion[];
    signal: AbortSignal;
  }): Promise<Grade>;
}
