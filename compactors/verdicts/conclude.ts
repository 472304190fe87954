import type {
  Cause,
  CompactedContext,
  CompactionRequest,
  CompactionResult,
  Step,
} from '../../harness/index.ts';
import { fallBack } from '../fallback/fall-back.ts';
import { keepMessages } from '../outcome.ts';
import { countFault, firstCause } from './judge.ts';
import type { Prepared } from './prepare.ts';
import { reportOf, type Tally } from './report.ts';

const FORGIVEN: Record<'strict' | 'lenient', ReadonlySet<Cause>> = {
  strict: new Set(),
  lenient: new Set<Cause>(['missing-id', 'unknown-id']),
};

/** Causes that a policy forgives. */
export function forgivenBy(policy: 'strict' | 'lenient'): ReadonlySet<Cause> {
  return FORGIVEN[policy];
}

/** The result of a finished tally: verdicts applied, or the fallback with the first cause that is not forgiven. */
export function concludeVerdicts(options: {
  request: CompactionRequest;
  prepared: Prepared;
  tally: Tally;
  steps: Step[];
  policy: 'strict' | 'lenient';
  fallback: string;
  /** A call failed: no verdicts of it, and none are applied. */
  failure: Cause | null;
}): Promise<CompactionResult> | CompactionResult {
  const { request, prepared, tally, fallback, failure } = options;
  if (failure === null) countUniform(tally);
  const cause = failure ?? firstCause(tally.faults, forgivenBy(options.policy));
  const context = applyVerdicts(request, prepared, tally);
  const isSmaller = request.counter.count(context.messages) < prepared.tokensBefore;
  const verdicts = reportOf(tally);
  if (cause === null && isSmaller) {
    return { status: 'compacted', steps: options.steps, verdicts, ...context };
  }
  const last = options.steps.at(-1);
  const finalCause = cause ?? 'not-smaller';
  const steps = options.steps.slice(0, -1);
  if (last) steps.push({ ...last, cause: finalCause });
  return fallBack({ request, choice: fallback, cause: finalCause, steps, verdicts });
}

/** Counts answers that judge nothing: everything kept, or everything of two units or more dropped. */
function countUniform({ faults, verdicts, asked }: Tally): void {
  const given = [...verdicts.values()];
  if (given.length === 0) return;
  if (given.every((verdict) => verdict === 'keep')) countFault(faults, 'keep-all');
  const isAllDropped = given.length === asked && given.every((verdict) => verdict === 'drop');
  if (isAllDropped && asked > 1) countFault(faults, 'drop-all');
}

/** Everything but the units with a verdict of drop; the input's own messages, in their order. */
export function applyVerdicts(
  request: CompactionRequest,
  prepared: Prepared,
  tally: Pick<Tally, 'verdicts'>,
): CompactedContext {
  const dropped = new Set<number>();
  for (const { id, unit } of prepared.parts) {
    if (tally.verdicts.get(id) === 'drop') for (const index of unit.indices) dropped.add(index);
  }
  return keepMessages(request.messages.filter((_, index) => !dropped.has(index)));
}
