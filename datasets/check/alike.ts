import type { Fact, Problem } from '../../harness/index.ts';
import { type CheckContext, factProblem, survivalValues } from './context.ts';
import { templateOf, wordOverlap, wordsOf } from './words.ts';

/** Questions of different kinds about one value that share more of their words are one probe. */
const MAX_OVERLAP = 0.6;
/** Questions about something absent have no value to be compared by. */
const MAX_OVERLAP_ABSENT = 0.8;
const MAX_PER_TEMPLATE = 10;

interface Placed {
  context: CheckContext;
  fact: Fact;
}

/** No two probes of a transcript alike: the same wording, or the same value asked for as the same kind or in nearly the same words. */
export function checkAlike(context: CheckContext): Problem[] {
  const byForm = new Map<string, Fact>();
  const byValues = new Map<string, Fact[]>();
  return context.transcript.facts.flatMap((fact) => {
    const forms = [fact.probe.question, fact.probe.paraphrase].map((text) =>
      wordsOf(text).join(' '),
    );
    const values = survivalValues(fact).sort().join('\n');
    const rivals = byValues.get(values) ?? [];
    const other =
      forms.map((form) => byForm.get(form)).find((item) => item !== undefined) ??
      rivals.find((rival) => asksTheSame(fact, rival));
    for (const form of forms) if (!byForm.has(form)) byForm.set(form, fact);
    rivals.push(fact);
    byValues.set(values, rivals);
    if (other === undefined) return [];
    return [
      factProblem(context, fact, {
        message: `its probe is that of ${other.id} again.`,
        remedy: 'Ask for something else, or take one of the two out.',
      }),
    ];
  });
}

/** At most ten facts made from one template (the question with its values masked). Synthetic transcripts are made from templates and exempt. */
export function checkTemplates(contexts: readonly CheckContext[]): Problem[] {
  const groups = new Map<string, Placed[]>();
  for (const context of contexts) {
    if (context.transcript.source.kind === 'synthetic') continue;
    for (const fact of context.transcript.facts) {
      const template = templateOf(fact.probe.question);
      const group = groups.get(template) ?? [];
      group.push({ context, fact });
      groups.set(template, group);
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

/** For two facts with the same values. */
function asksTheSame(fact: Fact, other: Fact): boolean {
  const overlap = wordOverlap(fact.probe.question, other.probe.question);
  if (fact.kind === 'absent') return overlap > MAX_OVERLAP_ABSENT;
  return fact.kind === other.kind || overlap > MAX_OVERLAP;
}
