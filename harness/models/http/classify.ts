import { ModelError } from '../../errors.ts';
import type { Cause } from '../../types/status.ts';
import { HttpStatusError } from './fetch.ts';
import { scrubDetail } from './scrub.ts';

const CONNECTION_CODES = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** True where nobody listens at the address, or its name is not known: no server, rather than a server in trouble. */
export function isUnreachable(error: unknown): boolean {
  return codesOf(error).some((code) => code === 'ECONNREFUSED' || code === 'ENOTFOUND');
}

/**
 * A failed call as a ModelError. By status: 429 and 5xx `transient`, 404 `model-unavailable`, 401 and 403
 * `model-unavailable`, a context that is too small `overflow`, any other refusal `protocol`. A broken connection is
 * `transient`. An aborted signal is thrown as its own reason by the caller before this is asked.
 */
export function toModelError(error: unknown, secrets: readonly string[]): ModelError {
  const known = findInChain(error, (link) => link instanceof ModelError);
  if (known instanceof ModelError) return known;
  const status = findInChain(error, (link) => link instanceof HttpStatusError);
  if (status instanceof HttpStatusError) return fromStatus(status, secrets);
  const codes = codesOf(error);
  const messages = chainOf(error).map(messageOf);
  const detail = scrubDetail([...new Set([...messages, ...codes])].join(': '), secrets);
  if (codes.some((code) => CONNECTION_CODES.has(code)) || isConnectionLoss(error)) {
    return new ModelError('transient', `the connection broke: ${detail}`, { cause: error });
  }
  if (codes.includes('ENOTFOUND')) {
    return new ModelError('model-unavailable', `there is no such host: ${detail}`, {
      cause: error,
    });
  }
  return new ModelError('protocol', `the server's answer could not be read: ${detail}`, {
    cause: error,
  });
}

/** What a server's error body says: its message, unpacked from JSON, also where JSON stands in a string inside JSON. */
export function readErrorBody(body: string): { message: string; code: string | null } {
  let value: unknown = body;
  let code: string | null = null;
  for (let depth = 0; depth < 4; depth += 1) {
    if (typeof value === 'string') {
      const parsed = parseJson(value);
      if (typeof parsed !== 'object' || parsed === null) return { message: value, code };
      value = parsed;
    }
    if (typeof value !== 'object' || value === null) break;
    const record = value as Record<string, unknown>;
    if (typeof record.code === 'string') code = record.code;
    else if (typeof record.type === 'string') code ??= record.type;
    value = record.error ?? record.message ?? '';
  }
  return { message: typeof value === 'string' ? value : '', code };
}

/** True where an error says that a prompt does not fit its context. */
export function saysOverflow(message: string, code: string | null): boolean {
  if (code === 'exceed_context_size_error' || code === 'context_length_exceeded') return true;
  return /(exceeds?|longer than|maximum|larger than)\b[^.]*\bcontext\b|context (length|size|window)[^.]*\bexceed/i.test(
    message,
  );
}

function fromStatus(error: HttpStatusError, secrets: readonly string[]): ModelError {
  const { message, code } = readErrorBody(error.body);
  const detail = scrubDetail(message === '' ? `HTTP ${error.status}` : message, secrets);
  const options = {
    status: error.status,
    cause: error,
    ...(error.retryAfterMs === null ? {} : { retryAfterMs: error.retryAfterMs }),
  };
  return new ModelError(causeOfStatus(error.status, message, code), detail, options);
}

function causeOfStatus(status: number, message: string, code: string | null): Cause {
  if (status === 429) return 'transient';
  if (status === 413 || saysOverflow(message, code)) return 'overflow';
  if (status >= 500) return 'transient';
  if (code === 'content_filter') return 'filtered';
  if (status === 404 || status === 401 || status === 403) return 'model-unavailable';
  return 'protocol';
}

function isConnectionLoss(error: unknown): boolean {
  const lost = /terminated|socket hang up|other side closed|premature close|did not receive done/i;
  return chainOf(error).some((link) => lost.test(messageOf(link)));
}

function codesOf(error: unknown): string[] {
  return chainOf(error).flatMap((link) => {
    const code = (link as { code?: unknown }).code;
    return typeof code === 'string' ? [code] : [];
  });
}

/** An error, its causes, and the parts of an aggregate. */
function chainOf(error: unknown): object[] {
  const chain: object[] = [];
  const queue: unknown[] = [error];
  while (queue.length > 0 && chain.length < 20) {
    const link = queue.shift();
    if (typeof link !== 'object' || link === null || chain.includes(link)) continue;
    chain.push(link);
    if (link instanceof Error) queue.push(link.cause);
    if (link instanceof AggregateError) queue.push(...link.errors);
  }
  return chain;
}

function findInChain(error: unknown, test: (link: object) => boolean): object | undefined {
  return chainOf(error).find(test);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
