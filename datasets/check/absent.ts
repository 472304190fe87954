import { quoteForPeople } from '../load/problem.ts';
import { type FactRule, factProblem } from './context.ts';
import { valuesIn } from './words.ts';

/** What an absent fact's wrong answers claim stands nowhere in the transcript: else the transcript says it, or might. */
export const checkAbsent: FactRule = (context, fact) => {
  if (fact.kind !== 'absent') return [];
  return fact.probe.wrong.flatMap((answer) => {
    const claimed = valuesIn(answer);
    const values = claimed.length > 0 ? claimed : [answer.replace(/[\s.!?]+$/, '')];
    if (values.some((value) => context.places(value).length === 0)) return [];
    return [
      factProblem(context, fact, {
        message: `its wrong answer ${quoteForPeople(answer)} claims only what stands in the transcript.`,
        remedy:
          'If the transcript does say it, the fact is not absent; else invent a value that stands nowhere.',
      }),
    ];
  });
};
