import type { Grader, Problem, ReaderAnswer, Transcript } from '../../harness/index.ts';
import { quoteForPeople } from '../load/problem.ts';
import { type CheckContext, factProblem } from './context.ts';
import { gradeAnswer } from './grade-answer.ts';

/** Answers questions from what the floor (`drop-all`) leaves of a transcript, in order, as the lexical reader does. */
export type Floor = (
  transcript: Transcript,
  questions: readonly string[],
) => Promise<readonly ReaderAnswer[]>;

/** No probe can be answered from what every strategy keeps. Absent facts are right there by nature. */
export async function checkFloor(
  context: CheckContext,
  grader: Grader,
  floor: Floor,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const facts = context.transcript.facts.filter(({ kind }) => kind !== 'absent');
  for (const form of ['question', 'paraphrase'] as const) {
    const answers = await floor(
      context.transcript,
      facts.map(({ probe }) => probe[form]),
    );
    for (const [index, fact] of facts.entries()) {
      const answer = answers[index];
      if (answer?.status !== 'answered' || answer.abstained) continue;
      const graded = await gradeAnswer(grader, fact, answer.text);
      if ('ungraded' in graded || !graded.passed) continue;
      problems.push(
        factProblem(context, fact, {
          message: `its ${form} is answered at the floor, from messages that every strategy keeps: ${quoteForPeople(answer.text, 200)}.`,
          remedy: 'Tighten the assertions, or ask for what only the evidence says.',
        }),
      );
    }
  }
  return problems;
}
