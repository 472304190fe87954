import type { Fact, Problem } from '../../harness/index.ts';
import { type CheckContext, factProblem, survivalValues } from './context.ts';
import { templateOf, wordOverlap, wordsOf } from './words.ts';

/** Questions about one value that share more of their words are one probe. */
const MAX_OVERLAP = 0.6;
const MAX_PER_TEMPLATE = 10;

interface Placed {
  context: CheckContext;
  fact: Fact;
}

/** No two probes alike: the same wording within a transcript, or the same value asked for in nearly the same words. */
export function checkAlike(contexts: readonly CheckContext[]): Problem[] {
  return contexts.flatMap((context) => {
    const { facts } = context.transcript;
    return facts.flatMap((fact, index) => {
      const other = facts.slice(0, index).find((earlier) => areAlike(fact, earlier));
      if (other === undefined) return [];
      return [
        factProblem(context, fact, {
          message: `its probe is that of ${other.id} again.`,
          remedy: 'Ask for something else, or take one of the two out.',
        }),
      ];
    });
  });
}

/** At most ten facts made from one template (the question with its values masked). Synthetic transcripts are made from templates and exempt. */
export function checkTemplates(contexts: readonly CheckContext[]): Problem[] {
  const groups = new Map<string, Placed[]>();
  for (const context of contexts) {
    if (context.transcript.source.kind === 'synthetic') continue;
    for (const fact of context.transcript.facts) {
      const template = templateOf(fact.probe.question);
      groups.set(template, [...(groups.get(template) ?? []), { context, fact }]);
    }
  }
  return [...groups].flatMap(([template, placed]) =>
    placed.slice(MAX_PER_TEMPLATE).map(({ context, fact }) =>
      factProblem(context, fact, {
        message: `${placed.length} facts are made from the template "${template}".`,
        remedy: `Keep at most ${MAX_PER_TEMPLATE}; ask for the others in another way.`,
      }),
    ),
  );
}

function areAlike(fact: Fact, other: Fact): boolean {
  const forms = ({ probe }: Fact): string[] =>
    [probe.question, probe.paraphrase].map((text) => wordsOf(text).join(' '));
  if (forms(fact).some((form) => forms(other).includes(form))) return true;
  const values = (item: Fact): string => [...survivalValues(item)].sort().join('\n');
  if (values(fact) !== values(other)) return false;
  if (fact.kind === 'absent' || other.kind === 'absent') {
    return fact.kind === other.kind && overlap(fact, other) > MAX_OVERLAP + 0.2;
  }
  return fact.kind === other.kind || overlap(fact, other) > MAX_OVERLAP;
}

function overlap(fact: Fact, other: Fact): number {
  return wordOverlap(fact.probe.question, other.probe.question);
}
