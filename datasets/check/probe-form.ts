import { distance } from 'fastest-levenshtein';
import { containsValue } from '../../harness/index.ts';
import { quoteForPeople } from '../load/problem.ts';
import { type FactRule, factProblem, survivalValues } from './context.ts';
import { wordOverlap, wordsOf } from './words.ts';

/** A paraphrase that shares more of its words with the question is the question again. */
const MAX_PARAPHRASE_OVERLAP = 0.75;
const MIN_WRONG = 2;

/** At least two wrong answers, no two of them the same, a near miss among them (for facts that have a value). */
export const checkWrongAnswers: FactRule = (context, fact) => {
  const wrong = [...new Set(fact.probe.wrong.map((answer) => wordsOf(answer).join(' ')))];
  if (wrong.length < MIN_WRONG) {
    return [
      factProblem(context, fact, {
        message: `it has ${wrong.length} different wrong ${wrong.length === 1 ? 'answer' : 'answers'}.`,
        remedy: `Give at least ${MIN_WRONG}, a near miss among them.`,
      }),
    ];
  }
  if (fact.kind === 'absent') return [];
  const targets = [...survivalValues(fact), fact.probe.right];
  if (fact.probe.wrong.some((answer) => isNearMiss(answer, targets))) return [];
  return [
    factProblem(context, fact, {
      message: 'none of its wrong answers is a near miss.',
      remedy:
        'Add one that is nearly right: a value with a digit changed, a similar path, the same sentence turned round.',
    }),
  ];
};

/** Question and paraphrase ask the same thing in words of their own. */
export const checkParaphrase: FactRule = (context, fact) => {
  const { question, paraphrase } = fact.probe;
  const overlap = wordOverlap(question, paraphrase);
  if (overlap <= MAX_PARAPHRASE_OVERLAP) return [];
  return [
    factProblem(context, fact, {
      message: `its paraphrase shares ${Math.round(overlap * 100)} % of its words with the question.`,
      remedy: 'Ask it in other words, so that a reader cannot match the wording.',
    }),
  ];
};

/** Neither the question nor its paraphrase holds a value that the answer needs, or the old value of a superseded fact. */
export const checkLeak: FactRule = (context, fact) => {
  const values = survivalValues(fact);
  if (fact.kind === 'superseded') values.push(fact.old.value);
  return (['question', 'paraphrase'] as const).flatMap((form) =>
    values
      .filter((value) => containsValue(fact.probe[form].toLowerCase(), value.toLowerCase()))
      .map((value) =>
        factProblem(context, fact, {
          message: `its ${form} gives ${quoteForPeople(value)} away.`,
          remedy: 'Ask for the value without naming it.',
        }),
      ),
  );
};

/** Near a target: the other of yes and no, half of its words, a word with few letters changed, or a number where a number is asked. */
function isNearMiss(answer: string, targets: readonly string[]): boolean {
  const words = wordsOf(answer);
  return targets.some((target) => {
    const wanted = wordsOf(target);
    if (isOpposite(words[0], wanted[0])) return true;
    const shared = new Set(words.filter((word) => wanted.includes(word))).size;
    if (shared > 0 && shared / Math.min(words.length, wanted.length) >= 0.5) return true;
    return wanted.some((word) => words.some((other) => isNear(word, other)));
  });
}

/** Yes for no, or no for yes. */
function isOpposite(first = '', other = ''): boolean {
  return first !== other && [first, other].every((word) => word === 'yes' || word === 'no');
}

function isNear(word: string, other: string): boolean {
  if (word === other) return false;
  if (/^\d+$/.test(word) && /^\d+$/.test(other)) return true;
  const longer = Math.max(word.length, other.length);
  return longer >= 4 && distance(word, other) <= Math.max(1, Math.floor(longer / 3));
}
