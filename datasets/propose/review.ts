import { isCancel, multiselect } from '@clack/prompts';
import type { FactProposal } from './propose.ts';

/** Lets the user keep or drop each proposal in a terminal list; all are kept where they cancel. Texts are escaped. */
export async function reviewProposals(proposals: readonly FactProposal[]): Promise<FactProposal[]> {
  if (proposals.length === 0) return [];
  const chosen = await multiselect({
    message: 'Keep which facts? (space toggles, enter ends)',
    options: proposals.map(({ fact }) => ({
      value: fact.id,
      label: `${fact.kind}: ${printable(fact.statement)}`,
      hint: printable(fact.probe.question),
    })),
    initialValues: proposals.map(({ fact }) => fact.id),
    required: false,
  });
  if (isCancel(chosen)) return [...proposals];
  return proposals.filter(({ fact }) => chosen.includes(fact.id));
}

function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '�').slice(0, 160);
}
