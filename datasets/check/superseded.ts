import { containsValue } from '../../harness/index.ts';
import { quoteForPeople } from '../load/problem.ts';
import { type FactRule, factProblem, survivalValues } from './context.ts';

/** A superseded fact has an old value that stands in its own evidence before the new one, is told apart from it, and is among the wrong answers. */
export const checkSuperseded: FactRule = (context, fact) => {
  if (fact.kind !== 'superseded') return [];
  const { value, evidence } = fact.old;
  const old = quoteForPeople(value);
  const told: { message: string; remedy: string }[] = [];
  if (!evidence.some(({ quote }) => containsValue(quote, value))) {
    told.push({
      message: `the old value ${old} stands in none of its quotes.`,
      remedy: 'Quote the passage that states the old value.',
    });
  }
  const same = survivalValues(fact).find(
    (current) => containsValue(current, value) || containsValue(value, current),
  );
  if (same !== undefined) {
    told.push({
      message: `the old value ${old} and the new one ${quoteForPeople(same)} cannot be told apart: one stands in the other.`,
      remedy: 'Give both so that neither is part of the other.',
    });
  }
  if (containsValue(fact.probe.right, value)) {
    told.push({
      message: `the right answer gives the old value ${old}.`,
      remedy: 'Let it give the value that holds at the end, and no other.',
    });
  }
  if (!fact.probe.wrong.some((answer) => containsValue(answer, value))) {
    told.push({
      message: `no wrong answer gives the old value ${old}.`,
      remedy: 'Add one that does: it must fail.',
    });
  }
  const position = (ids: readonly { messageId: string }[]): number[] =>
    ids.map(({ messageId }) => context.order.get(messageId) ?? 0);
  if (Math.min(...position(evidence)) > Math.max(...position(fact.evidence))) {
    told.push({
      message: 'all evidence of the old value stands after that of the new one.',
      remedy: 'Swap the two: the value that holds at the end is the new one.',
    });
  }
  return told.map((item) => factProblem(context, fact, item));
};
