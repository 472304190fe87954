import {
  ALLOWED_ASSERTIONS,
  type Fact,
  type Grader,
  type ProbeAssertion,
} from '../../harness/index.ts';

/** Whether an answer passes, or why that could not be said. */
export type Passed = { passed: boolean } | { ungraded: string };

/** The assertions of a probe that need no judge, so that a check can grade by them. */
export function deterministicAssertions(fact: Fact): ProbeAssertion[] {
  return fact.probe.assert.filter(({ type }) => ALLOWED_ASSERTIONS.get(type)?.judged === false);
}

/** Grades an answer by a fact's deterministic assertions. */
export async function gradeAnswer(grader: Grader, fact: Fact, answer: string): Promise<Passed> {
  const grade = await grader.grade({
    fact,
    question: fact.probe.question,
    answer,
    assert: deterministicAssertions(fact),
    signal: new AbortController().signal,
  });
  if (grade.status === 'scored') return { passed: grade.pass };
  return { ungraded: grade.detail ?? grade.reason };
}
