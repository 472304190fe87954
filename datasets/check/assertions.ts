import type { ProbeAssertion } from '../../harness/index.ts';

const DETERMINISTIC = [
  'contains',
  'icontains',
  'contains-all',
  'icontains-all',
  'contains-any',
  'icontains-any',
  'equals',
  'regex',
  'starts-with',
  'levenshtein',
];

/** null where an assertion is of an allowed kind, else what is wrong with it. */
export function checkAssertion(
  assertion: ProbeAssertion,
): { message: string; remedy: string } | null {
  const kind = assertion.type.replace(/^not-/, '');
  if ([...DETERMINISTIC, 'llm-rubric', 'factuality'].includes(kind)) return null;
  return {
    message: `assertions of the kind "${assertion.type}" are not allowed.`,
    remedy: `Use one of: ${DETERMINISTIC.join(', ')}, and not- before any of them.`,
  };
}
