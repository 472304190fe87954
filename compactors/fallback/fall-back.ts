import type {
  Cause,
  CompactionRequest,
  CompactionResult,
  Step,
  VerdictReport,
} from '../../harness/index.ts';
import { keepMessages } from '../outcome.ts';
import { MODEL_FREE } from './model-free.ts';

/** What a strategy does after a failure: hands on the input, runs a model-free strategy, or gives up. */
export type FallbackChoice = 'unchanged' | 'none' | (typeof MODEL_FREE)[number]['name'];

/** Every choice of {@link FallbackChoice}. */
export const FALLBACK_CHOICES: readonly FallbackChoice[] = [
  'unchanged',
  'none',
  ...MODEL_FREE.map((entry) => entry.name),
];

/**
 * The result after a failure with `cause`. A named strategy gets the same target and its own defaults; where it has nothing to do the
 * input is handed on, and the steps say both.
 */
export async function fallBack(options: {
  request: CompactionRequest;
  choice: string;
  cause: Cause;
  steps: Step[];
  verdicts?: VerdictReport | undefined;
}): Promise<CompactionResult> {
  const { request, choice, cause } = options;
  const steps = [...options.steps];
  const verdicts = options.verdicts === undefined ? {} : { verdicts: options.verdicts };
  if (request.signal.aborted) return { status: 'cancelled', steps };
  if (choice === 'none') return { status: 'failed', cause, steps, ...verdicts };

  const entry = MODEL_FREE.find((candidate) => candidate.name === choice);
  if (entry) {
    const startMs = request.clock.now();
    const result = await entry.create({}, null).compact({ ...request, force: true });
    const durationMs = request.clock.now() - startMs;
    if (result.status === 'cancelled') return { status: 'cancelled', steps };
    const done = result.status === 'compacted';
    const detail = result.status === 'skipped' ? `skipped: ${result.reason}` : null;
    steps.push({ rung: entry.name, attempts: 1, cause: null, detail, durationMs });
    if (done) {
      const { messages, origins } = result;
      return { status: 'fallback', step: entry.name, cause, steps, ...verdicts, messages, origins };
    }
  }
  steps.push({ rung: 'unchanged', attempts: 1, cause: null, detail: null, durationMs: 0 });
  const context = keepMessages(request.messages);
  return { status: 'fallback', step: 'unchanged', cause, steps, ...verdicts, ...context };
}
