import type {
  Cause,
  Clock,
  GenerateRequest,
  GenerateResponse,
  ModelClient,
} from '../../harness/index.ts';
import { describeFailure } from './failure.ts';
import { createScopedClock } from './scoped-clock.ts';

/** What came of one isolated call. Durations in ms on the caller's clock. */
export type DelegateOutcome<T> =
  | { status: 'answered'; value: T; durationMs: number }
  | {
      status: 'failed';
      cause: Cause;
      httpStatus: number | null;
      detail: string | null;
      durationMs: number;
    }
  | { status: 'cancelled'; durationMs: number };

/** One isolated call: its own signal, its own clock, and `limitMs` until it is given up with `limitCause`. */
export interface DelegateOptions<T> {
  clock: Clock;
  signal: AbortSignal;
  limitMs: number;
  limitCause: 'timeout-attempt' | 'timeout-total';
  work(context: { clock: Clock; signal: AbortSignal }): Promise<T>;
}

/**
 * Runs work that is not trusted to behave. It never rejects: work that throws, hangs, answers late or twice, or leaves timers
 * behind becomes one outcome, at the latest when the limit is reached or the caller aborts. The work's signal is aborted and
 * its timers are cancelled on every way out. (Planck monitors an unlinked delegate process to the same end.)
 */
export function runDelegate<T>(options: DelegateOptions<T>): Promise<DelegateOutcome<T>> {
  const { clock, signal } = options;
  const startMs = clock.now();
  if (signal.aborted) return Promise.resolve({ status: 'cancelled', durationMs: 0 });
  const controller = new AbortController();
  const scope = createScopedClock(clock);
  return new Promise((resolve) => {
    let settled = false;
    const settle = (outcome: DelegateOutcome<T>): void => {
      if (settled) return;
      settled = true;
      cancelLimit();
      signal.removeEventListener('abort', onAbort);
      scope.close();
      resolve(outcome);
      controller.abort(new DOMException('The call is over.', 'AbortError'));
    };
    const durationMs = (): number => clock.now() - startMs;
    const onAbort = (): void => settle({ status: 'cancelled', durationMs: durationMs() });
    const cancelLimit = clock.after(options.limitMs, () =>
      settle({
        status: 'failed',
        cause: options.limitCause,
        httpStatus: null,
        detail: `${options.limitMs} ms`,
        durationMs: durationMs(),
      }),
    );
    signal.addEventListener('abort', onAbort, { once: true });
    Promise.resolve()
      .then(() => options.work({ clock: scope.clock, signal: controller.signal }))
      .then(
        (value) => settle({ status: 'answered', value, durationMs: durationMs() }),
        (error: unknown) =>
          settle({ status: 'failed', ...describeFailure(error), durationMs: durationMs() }),
      );
  });
}

/** One model call, isolated. Pieces that arrive after it is over are dropped; an answer of another shape is `protocol`. */
export async function askModel(options: {
  client: ModelClient;
  request: Omit<GenerateRequest, 'clock' | 'signal'>;
  clock: Clock;
  signal: AbortSignal;
  limitMs: number;
  limitCause?: 'timeout-attempt' | 'timeout-total';
}): Promise<DelegateOutcome<GenerateResponse>> {
  let over = false;
  const { onDelta, ...request } = options.request;
  const outcome = await runDelegate({
    clock: options.clock,
    signal: options.signal,
    limitMs: options.limitMs,
    limitCause: options.limitCause ?? 'timeout-attempt',
    work: (context) =>
      options.client.generate({
        ...request,
        ...context,
        ...(onDelta && { onDelta: (text: string) => over || onDelta(text) }),
      }),
  });
  over = true;
  if (outcome.status === 'answered' && !isResponse(outcome.value)) {
    const detail = 'the client answered something that is not a model answer';
    return { ...outcome, status: 'failed', cause: 'protocol', httpStatus: null, detail };
  }
  return outcome;
}

function isResponse(value: unknown): value is GenerateResponse {
  if (typeof value !== 'object' || value === null) return false;
  const { text, reasoning, stopReason } = value as Partial<Record<keyof GenerateResponse, unknown>>;
  return (
    typeof text === 'string' &&
    typeof stopReason === 'string' &&
    (reasoning === null || reasoning === undefined || typeof reasoning === 'string')
  );
}
