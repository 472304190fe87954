import { type Cause, ModelError } from '../../harness/index.ts';

/** Longest detail of a step, in characters. */
const DETAIL_CHARS = 200;

/** Why a call gave no answer: its cause, the HTTP status where there was one, and a bounded message. */
export interface CallFailure {
  cause: Cause;
  httpStatus: number | null;
  detail: string;
}

const CONNECTION_CODES = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
]);

/**
 * Names the cause of anything that a delegate threw. Transient is told by status and code only, never by the message: prose
 * such as "215003 tokens" is no server error.
 */
export function describeFailure(error: unknown): CallFailure {
  if (error instanceof ModelError) {
    const detail = error.status === null ? error.detail : `${error.status} ${error.detail}`;
    return { cause: error.reason, httpStatus: error.status, detail: boundDetail(detail) };
  }
  const status = numberField(error, 'status');
  const code = stringField(error, 'code');
  if (status === 429 || (status !== null && status >= 500 && status <= 599)) {
    return { cause: 'transient', httpStatus: status, detail: String(status) };
  }
  if (code !== null && CONNECTION_CODES.has(code)) {
    return { cause: 'transient', httpStatus: null, detail: code };
  }
  return { cause: 'crash', httpStatus: status, detail: boundDetail(messageOf(error)) };
}

/** A message on one line of at most 200 characters. */
export function boundDetail(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > DETAIL_CHARS ? `${line.slice(0, DETAIL_CHARS - 1)}…` : line;
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  try {
    return String(error);
  } catch {
    return 'a value that has no text form';
  }
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

function numberField(value: unknown, name: string): number | null {
  const found = field(value, name);
  return typeof found === 'number' ? found : null;
}

function stringField(value: unknown, name: string): string | null {
  const found = field(value, name);
  return typeof found === 'string' ? found : null;
}
