import type { Agent, fetch } from 'undici';
import { ModelError } from '../../errors.ts';

const LONGEST_ERROR_BODY = 65_536;

/** An answer with a status that is no success. `retryAfterMs`: how long the server asks to wait, null where it does not say. */
export class HttpStatusError extends Error {
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs: number | null;

  constructor(status: number, body: string, retryAfterMs: number | null) {
    super(`HTTP ${status}`);
    this.name = 'HttpStatusError';
    this.status = status;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A connection pool, and the way to close it. */
export interface HttpPool {
  /** A fetch for one call: ends with the signal. `headers` null = none beyond those of the caller. */
  fetchFor(signal: AbortSignal): typeof globalThis.fetch;
  /** Loads what the first call needs, so that no time limit pays for it. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connections to model servers. No time limit of its own (a long prompt takes minutes before the first byte): the
 * caller's signal ends a call. A failed status is thrown as {@link HttpStatusError} with its body; a body that is not
 * UTF-8 fails as `invalid-encoding`, and is never repaired into an answer.
 */
export function createHttpPool(): HttpPool {
  let loading: Promise<{ dispatcher: Agent; send: typeof fetch }> | null = null;
  return {
    fetchFor(signal) {
      const call = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
        const url = input instanceof Request ? input.url : input;
        // The packages were typed for the global fetch; undici's own has the same shapes under other names.
        loading ??= loadUndici();
        const { dispatcher, send } = await loading;
        const options = { ...init, signal, dispatcher } as Parameters<typeof fetch>[1];
        const response = (await send(url, options)) as unknown as Response;
        if (!response.ok) throw await toStatusError(response);
        if (!response.body) return response;
        const { status, statusText, headers } = response;
        return new Response(response.body.pipeThrough(utf8Check()), {
          status,
          statusText,
          headers,
        });
      };
      return call;
    },
    async ready() {
      loading ??= loadUndici();
      await loading;
    },
    async close() {
      const loaded = await loading;
      loading = null;
      await loaded?.dispatcher.destroy();
    },
  };
}

/** Loaded with the first call, since most runs make none. */
async function loadUndici(): Promise<{ dispatcher: Agent; send: typeof fetch }> {
  const { Agent, fetch: send } = await import('undici');
  const dispatcher = new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 10_000 },
    // A connection a call: after seconds of work in between, the server may have closed an idle one just now.
    pipelining: 0,
  });
  return { dispatcher, send };
}

async function toStatusError(response: Response): Promise<HttpStatusError> {
  const body = (await response.text()).slice(0, LONGEST_ERROR_BODY);
  return new HttpStatusError(response.status, body, retryAfterMs(response.headers));
}

/** Milliseconds of a Retry-After header: seconds, or a date against the server's own Date header. */
function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Math.round(Number(value) * 1000);
  const waitMs = Date.parse(value) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

function utf8Check(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const check = (chunk: Uint8Array | undefined, more: boolean): void => {
    try {
      decoder.decode(chunk, { stream: more });
    } catch (cause) {
      throw new ModelError('invalid-encoding', 'the answer is not valid UTF-8', { cause });
    }
  };
  return new TransformStream({
    transform(chunk, controller) {
      check(chunk, true);
      controller.enqueue(chunk);
    },
    flush: () => check(undefined, false),
  });
}
