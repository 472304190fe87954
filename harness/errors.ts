import type { Cause } from './types/status.ts';

/** Codes of every error that a user can cause or meet. */
export type ErrorCode =
  | 'E_CONFIG'
  | 'E_DATASET'
  | 'E_COMPACTOR'
  | 'E_MODEL'
  | 'E_GRADER'
  | 'E_RECORD'
  | 'E_IMPORT'
  | 'E_INTERNAL';

/** One thing that is wrong: what value, where, and what to do about it. */
export interface Problem {
  code: ErrorCode;
  message: string;
  place: string;
  remedy: string;
}

/** The one error class. Carries every problem found, never only the first. */
export class BenchError extends Error {
  readonly code: ErrorCode;
  readonly problems: Problem[];

  constructor(problems: Problem | Problem[], options?: ErrorOptions) {
    const list = Array.isArray(problems) ? problems : [problems];
    const first = list[0];
    super(list.map(formatProblem).join('\n'), options);
    this.name = 'BenchError';
    this.code = first?.code ?? 'E_INTERNAL';
    this.problems = list;
  }
}

/** One line for people: code, place, message, remedy. */
export function formatProblem(problem: Problem): string {
  return `${problem.code} ${problem.place}: ${problem.message} ${problem.remedy}`.trimEnd();
}

/** A model call that gave no usable answer. `status` is an HTTP status or null; `retryAfterMs` what the server asked for. */
export class ModelError extends Error {
  readonly code = 'E_MODEL' as const;
  readonly reason: Cause;
  readonly status: number | null;
  readonly detail: string;
  readonly retryAfterMs: number | null;

  constructor(
    reason: Cause,
    detail: string,
    options: { status?: number; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(
      `${reason}: ${detail}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'ModelError';
    this.reason = reason;
    this.detail = detail;
    this.status = options.status ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
