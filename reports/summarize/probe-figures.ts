import type { GradedRecord, ProbeRecord } from '../../harness/index.ts';
import type { ProbeFigures } from './types.ts';

/** True where a probe was answered right: scored, and all deterministic assertions passed. null = unscored. */
export function isCorrect(probe: ProbeRecord): boolean | null {
  return probe.grade.status === 'scored' ? probe.grade.pass : null;
}

/** Probes that recall is taken over: facts that the transcript states, by their main question. */
export function recallProbes(graded: GradedRecord): ProbeRecord[] {
  return graded.probes.filter(
    (probe) => probe.kind !== 'absent' && probe.questionForm === 'question',
  );
}

/**
 * What one reader made of one context. `excluded` names probes that measure nothing for this reader (guessable or
 * unanswerable), left out of `recallCore`.
 */
export function summarizeProbes(
  graded: GradedRecord | null,
  excluded: ReadonlySet<string>,
): ProbeFigures {
  const probes = graded?.probes ?? [];
  const main = graded === null ? [] : recallProbes(graded);
  const paraphrased = probes.filter(
    (probe) => probe.kind !== 'absent' && probe.questionForm === 'paraphrase',
  );
  const scored = main.filter((probe) => isCorrect(probe) !== null);
  const stale = probes.filter((probe) => probe.questionForm === 'question' && probe.stale !== null);
  const invented = probes.filter(
    (probe) => probe.questionForm === 'question' && probe.invented !== null,
  );
  return {
    probesScored: scored.length,
    probesUnscored: main.length - scored.length,
    probesCorrect: scored.filter(isCorrect).length,
    recall: shareCorrect(main),
    recallCore: shareCorrect(main.filter((probe) => !excluded.has(probe.factId))),
    recallParaphrase: shareCorrect(paraphrased),
    stale: stale.length > 0 ? stale.filter((probe) => probe.stale).length : null,
    staleAsked: stale.length,
    invented: invented.length > 0 ? invented.filter((probe) => probe.invented).length : null,
    inventedAsked: invented.length,
    voidProbes: probes.filter(({ grade }) => grade.status === 'unscored' && grade.reason === 'void')
      .length,
  };
}

function shareCorrect(probes: readonly ProbeRecord[]): number | null {
  const scored = probes.filter((probe) => isCorrect(probe) !== null);
  if (scored.length === 0) return null;
  return scored.filter(isCorrect).length / scored.length;
}
