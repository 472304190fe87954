import { ABSTENTION, type Fact, type Grader, type Problem } from '../../harness/index.ts';
import { quoteForPeople } from '../load/problem.ts';
import { type CheckContext, factProblem, survivalValues } from './context.ts';
import { deterministicAssertions, gradeAnswer } from './grade-answer.ts';

interface Expectation {
  what: string;
  answer: string;
  pass: boolean;
  remedy: string;
}

/**
 * The assertions pass the right answer, and fail each wrong one, an empty one, "not known" (unless that is right), the question
 * itself and an old value. Quoting the evidence passes, so that what survived can be answered.
 */
export async function checkProbeAnswers(
  context: CheckContext,
  fact: Fact,
  grader: Grader,
): Promise<Problem[]> {
  if (deterministicAssertions(fact).length === 0) {
    return [
      factProblem(context, fact, {
        message: 'all of its assertions need a judge.',
        remedy: 'Add one that needs none, such as icontains or regex.',
      }),
    ];
  }
  const problems: Problem[] = [];
  for (const { what, answer, pass, remedy } of expectations(fact)) {
    const graded = await gradeAnswer(grader, fact, answer);
    if ('ungraded' in graded) {
      return [
        ...problems,
        factProblem(context, fact, {
          message: `its assertions cannot be graded: ${quoteForPeople(graded.ungraded)}.`,
          remedy: 'Mend the assertion.',
        }),
      ];
    }
    if (graded.passed === pass) continue;
    problems.push(
      factProblem(context, fact, {
        message: `its assertions ${pass ? 'fail' : 'pass'} ${what} ${quoteForPeople(answer)}.`,
        remedy,
      }),
    );
  }
  return [...problems, ...(await checkQuoting(context, fact, grader))];
}

function expectations(fact: Fact): Expectation[] {
  const { question, paraphrase, right, wrong } = fact.probe;
  const tighten = 'Tighten them: a reader that says this has not answered.';
  const absent = fact.kind === 'absent';
  const list: Expectation[] = [
    {
      what: 'the right answer',
      answer: right,
      pass: true,
      remedy: 'Mend the assertions, or the answer.',
    },
    {
      what: 'the answer',
      answer: ABSTENTION,
      pass: absent,
      remedy: absent ? `Let them pass "${ABSTENTION}": every abstention is graded as it.` : tighten,
    },
    { what: 'the empty answer', answer: '', pass: false, remedy: tighten },
    { what: 'the question as an answer', answer: question, pass: false, remedy: tighten },
    { what: 'the paraphrase as an answer', answer: paraphrase, pass: false, remedy: tighten },
    ...wrong.map((answer) => ({
      what: 'the wrong answer',
      answer,
      pass: false,
      remedy: 'Tighten them, or take the answer out if it is right after all.',
    })),
  ];
  if (fact.kind === 'superseded') {
    list.push({ what: 'the old value', answer: fact.old.value, pass: false, remedy: tighten });
  }
  return list;
}

/** What survival looks for and what the assertions ask for agree: the quotes, or the values alone, are an answer. */
async function checkQuoting(context: CheckContext, fact: Fact, grader: Grader): Promise<Problem[]> {
  if (fact.kind === 'absent') return [];
  const quotes = fact.evidence.map(({ quote }) => quote).join('\n');
  for (const answer of [quotes, survivalValues(fact).join(', ')]) {
    const graded = await gradeAnswer(grader, fact, answer);
    if ('ungraded' in graded || graded.passed) return [];
  }
  return [
    factProblem(context, fact, {
      message: 'its assertions fail a reader that quotes the evidence word for word.',
      remedy: 'Let them accept the wording of the transcript, too.',
    }),
  ];
}
