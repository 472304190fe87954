import { gradeKey, type PairKeyInput, pairKey } from '../keys.ts';
import { containsNormalized, normalizeText } from '../measures/index.ts';
import { ABSTENTION } from '../readers/abstention.ts';
import type { Mode } from '../types/cell.ts';
import type { Clock } from '../types/clock.ts';
import type { Fact, SupersededFact } from '../types/fact.ts';
import type { Grade, Grader, QuestionForm, Reader, ReaderAnswer } from '../types/grade.ts';
import type { Message } from '../types/message.ts';
import type { GradedRecord, ProbeRecord } from '../types/record.ts';
import type { Transcript } from '../types/transcript.ts';
import { CONTINUATION_GRADER, gradeNextStep, nextStepHash } from './continuation.ts';
import { factPosition } from './played.ts';

/** Who answers and who grades, the same for a whole run. */
export interface Grading {
  readers: readonly Reader[];
  /** Each of them must pass an answer; none of them = answers are kept, not graded. */
  graders: readonly Grader[];
  questionForms: readonly QuestionForm[];
}

/** What a context was made from, as far as grading needs it. */
export interface GradeSubject {
  compactionKey: string;
  /** What its pair keys are made of. */
  pair: Omit<PairKeyInput, 'reader' | 'round'>;
  transcript: Transcript;
  mode: Mode;
  seed: number;
}

/** One context to be graded by one reader. */
export interface GradeInput {
  subject: GradeSubject;
  round: number;
  /** Null where the compaction left no context: every probe is then unscored. */
  messages: readonly Message[] | null;
  facts: readonly Fact[];
  reader: Reader;
  grading: Grading;
  clock: Clock;
  signal: AbortSignal;
}

/** Key of the grades of one context of a cell by one reader. */
export function gradeKeyOf(
  input: Pick<GradeInput, 'subject' | 'round' | 'facts' | 'reader' | 'grading'>,
): string {
  const { subject, round, reader, grading } = input;
  const base = { compactionKey: subject.compactionKey, round, reader };
  if (subject.mode === 'continuation') {
    const step = { id: `${CONTINUATION_GRADER} ${nextStepHash(subject.transcript)}` };
    return gradeKey({ ...base, facts: [], graders: [step], questionForms: [] });
  }
  const { graders, questionForms } = grading;
  return gradeKey({ ...base, facts: input.facts, graders, questionForms });
}

/** Asks a reader every probe of a context, grades the answers, and makes the record. Answers that a model could not give are unscored, never misses. */
export async function gradeContext(input: GradeInput): Promise<GradedRecord> {
  const { subject, round, reader, grading, clock } = input;
  const startMs = clock.now();
  const isNextStep = subject.mode === 'continuation';
  const probes = isNextStep ? await nextStepProbes(input) : await factProbes(input);
  return {
    type: 'graded',
    gradeKey: gradeKeyOf(input),
    compactionKey: subject.compactionKey,
    pairKey: pairKey({ ...subject.pair, round, reader: reader.id }),
    round,
    reader: reader.id,
    graders: isNextStep ? [CONTINUATION_GRADER] : grading.graders.map(({ id }) => id),
    judge: isNextStep ? null : (grading.graders.find(({ judge }) => judge)?.judge?.id ?? null),
    probes,
    measured: { durationMs: clock.now() - startMs },
  };
}

async function factProbes(input: GradeInput): Promise<ProbeRecord[]> {
  const { facts, grading } = input;
  const asked = grading.questionForms.flatMap((form) => facts.map((fact) => ({ fact, form })));
  const questions = asked.map(({ fact, form }) => fact.probe[form]);
  const answers = await answersOf(input, questions);
  const probes: ProbeRecord[] = [];
  for (const [index, { fact, form }] of asked.entries()) {
    const answer = answers[index] ?? missingAnswer;
    const grade = await gradeAnswer(input, fact, questions[index] ?? '', answer);
    probes.push(createProbe({ fact, form, answer, grade, input }));
  }
  return probes;
}

function nextStepProbes(input: GradeInput): Promise<ProbeRecord[]> {
  const { subject, messages, reader, clock, signal, round } = input;
  return gradeNextStep(subject.transcript, reader, async (next) => {
    if (messages === null) return noContext;
    const { tools, id } = subject.transcript;
    const task = `${id}#${round}`;
    try {
      return await next({ messages, tools, clock, seed: subject.seed, signal, task });
    } catch (error) {
      return { status: 'unscored', reason: 'model-error', detail: describe(error) };
    }
  });
}

const noContext: ReaderAnswer = {
  status: 'unscored',
  reason: 'no-context',
  detail: 'the compaction left no context',
};

const missingAnswer: ReaderAnswer = {
  status: 'unscored',
  reason: 'not-asked',
  detail: 'the reader gave fewer answers than questions',
};

async function answersOf(input: GradeInput, questions: string[]): Promise<ReaderAnswer[]> {
  const { subject, messages, reader, clock, signal, round } = input;
  if (messages === null) return questions.map(() => noContext);
  try {
    return await reader.read({
      messages,
      tools: subject.transcript.tools,
      questions,
      clock,
      seed: subject.seed,
      signal,
      task: `${subject.transcript.id}#${round}`,
    });
  } catch (error) {
    return questions.map(() => ({
      status: 'unscored',
      reason: 'model-error',
      detail: describe(error),
    }));
  }
}

/** What was thrown, bounded. */
function describe(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 300);
}

async function gradeAnswer(
  input: GradeInput,
  fact: Fact,
  question: string,
  answer: ReaderAnswer,
): Promise<Grade> {
  if (answer.status === 'unscored') return answer;
  const { graders } = input.grading;
  if (graders.length === 0) return { status: 'unscored', reason: 'not-asked', detail: 'no grader' };
  const grades: Grade[] = [];
  for (const grader of graders) {
    try {
      grades.push(
        await grader.grade({
          fact,
          question,
          // Every way of saying "I do not know" is graded as one, so that a reader's wording decides nothing.
          answer: answer.abstained ? ABSTENTION : answer.text,
          assert: fact.probe.assert,
          signal: input.signal,
        }),
      );
    } catch (error) {
      return { status: 'unscored', reason: 'grader-error', detail: describe(error) };
    }
  }
  return combineGrades(grades);
}

/** All must pass; the lowest score counts; one that could not be given leaves the probe unscored. */
function combineGrades(grades: readonly Grade[]): Grade {
  const unscored = grades.find((grade) => grade.status === 'unscored');
  if (unscored) return unscored;
  const scored = grades.filter((grade) => grade.status === 'scored');
  return scored.reduce((lowest, grade) => (grade.score < lowest.score ? grade : lowest));
}

interface ProbeInput {
  fact: Fact;
  form: QuestionForm;
  answer: ReaderAnswer;
  grade: Grade;
  input: GradeInput;
}

function createProbe({ fact, form, answer, grade, input }: ProbeInput): ProbeRecord {
  const answered = answer.status === 'answered' ? answer : null;
  return {
    factId: fact.id,
    kind: fact.kind,
    carrier: fact.kind === 'absent' ? null : fact.carrier,
    position: factPosition(fact, input.subject.transcript),
    questionForm: form,
    answer: answered?.text ?? null,
    abstained: answered?.abstained ?? null,
    grade,
    ...damageOf(fact, answered, input.reader.canAbstain),
  };
}

function damageOf(
  fact: Fact,
  answered: { text: string; abstained: boolean } | null,
  canAbstain: boolean,
): Pick<ProbeRecord, 'stale' | 'invented'> {
  if (answered === null || !canAbstain) return { stale: null, invented: null };
  return {
    stale:
      fact.kind === 'superseded' ? !answered.abstained && givesOldValue(fact, answered.text) : null,
    invented: fact.kind === 'absent' ? !answered.abstained : null,
  };
}

/** True where an answer gives the value that no longer holds. Standing only inside the new value (`v1.2` in `v1.2-rc`) does not count. */
export function givesOldValue(fact: SupersededFact, answer: string): boolean {
  const values = 'allOf' in fact.survives ? fact.survives.allOf : fact.survives.anyOf;
  const old = normalizeText(fact.old.value);
  let text = normalizeText(answer);
  for (const value of values.map(normalizeText)) {
    if (value !== old && containsNormalized(value, old)) text = text.replaceAll(value, '\u0000');
  }
  return containsNormalized(text, old);
}
