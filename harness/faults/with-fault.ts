import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';
import { ModelError } from '../errors.ts';
import type { Clock } from '../types/clock.ts';
import type { GenerateRequest, GenerateResponse, ModelClient } from '../types/model.ts';
import { breakAnswer } from './answer-text.ts';
import { FAULT_GROUPS, type FaultName } from './names.ts';
import type { FaultSpec } from './parse.ts';

/** Longest that a fault keeps a caller who sets no limit; then it ends as `transient`. */
const HANG_MS = 24 * 3_600_000;
/** Time between two bytes of a connection that is kept alive and never answers. */
const DRIBBLE_MS = 5_000;
/** What a slow answer takes beyond its own time. */
const SLOW_MS = 60_000;
/** What a busy server asks its callers to wait. */
const RETRY_AFTER_MS = 5_000;

/**
 * A client to which a fault happens: on every call, or on the first ones (generate and embed together). Times are on the
 * request's clock, and every wait ends with its signal. Where a fault hits is decided by `seed` and the number of the call.
 * Beyond the schedule the client is its own. null = the client itself.
 */
export function withFault(client: ModelClient, fault: FaultSpec | null, seed: number): ModelClient {
  if (fault === null) return client;
  const { name, schedule } = fault;
  let calls = 0;
  const nextIsHit = (): boolean => {
    calls += 1;
    return schedule === 'always' || calls <= schedule.first;
  };
  const clientEmbed = client.embed?.bind(client);
  const clientLoad = client.load?.bind(client);
  return {
    info: client.info,
    estimateTokens: (text) => client.estimateTokens(text),
    async generate(request) {
      if (!nextIsHit()) return client.generate(request);
      const random = mersenne(seed + calls);
      const pick = (count: number): number => uniformInt(random, 0, count - 1);
      await failBefore(name, request);
      const response = await client.generate(answerIsWhole(name) ? request : silent(request));
      const answer = breakAnswer(name, response, { request, pick });
      return failAfter(name, answer, request);
    },
    ...(clientEmbed
      ? {
          embed: async (texts, call) => {
            if (!nextIsHit()) return clientEmbed(texts, call);
            await failBefore(name, call);
            const answer = await clientEmbed(texts, call);
            if (name === 'reset-during' || name === 'reset-after') throw brokenAnswer();
            return answer;
          },
        }
      : {}),
    ...(clientLoad ? { load: clientLoad } : {}),
    ...(client.close ? { close: () => client.close?.() ?? Promise.resolve() } : {}),
  };
}

/** What happens before a model is asked: nothing, a wait, or the end of the call. */
async function failBefore(
  name: FaultName,
  call: { clock: Clock; signal: AbortSignal; onDelta?: (text: string) => void },
): Promise<void> {
  const { clock, signal } = call;
  signal.throwIfAborted();
  switch (name) {
    case 'hang':
      await clock.sleep(HANG_MS, signal);
      throw new ModelError('transient', 'the server never answered');
    case 'dribble':
      for (let waitedMs = 0; waitedMs < HANG_MS; waitedMs += DRIBBLE_MS) {
        await clock.sleep(DRIBBLE_MS, signal);
        call.onDelta?.('');
      }
      throw new ModelError('transient', 'the server kept the connection open and never answered');
    case 'slow':
      return clock.sleep(SLOW_MS, signal);
    case '429':
      throw new ModelError('transient', 'too many requests', { status: 429 });
    case '429-retry-after':
      throw new ModelError('transient', 'too many requests', {
        status: 429,
        retryAfterMs: RETRY_AFTER_MS,
      });
    case '500':
      throw new ModelError('transient', 'internal server error', { status: 500 });
    case 'reset-before':
      throw new ModelError('transient', 'the connection broke before the answer: ECONNRESET');
    case 'overflow':
      throw new ModelError('overflow', 'the prompt exceeds the context', { status: 400 });
    case 'context-truncated':
      throw new ModelError('context-truncated', 'the server evaluated half of the prompt');
    case 'filtered':
      throw new ModelError('filtered', 'the prompt was blocked by a content filter', {
        status: 400,
      });
    case 'crash':
      throw new TypeError("Cannot read properties of undefined (reading 'message')");
    default:
  }
}

/** What happens once the answer is there: it comes, in part or whole, and the connection breaks; or all is well. */
function failAfter(
  name: FaultName,
  answer: GenerateResponse,
  request: GenerateRequest,
): GenerateResponse {
  const { text } = answer;
  if (name === 'reset-during') {
    request.onDelta?.(text.slice(0, text.length >> 1));
    throw brokenAnswer();
  }
  if (name === 'reset-after') {
    request.onDelta?.(text);
    throw brokenAnswer();
  }
  if (!answerIsWhole(name) && text !== '') request.onDelta?.(text);
  return answer;
}

function brokenAnswer(): ModelError {
  return new ModelError(
    'transient',
    'the connection broke before the answer had ended: ECONNRESET',
  );
}

/** True for faults that leave the answer as it is, so that its pieces may be passed on as they come. */
function answerIsWhole(name: FaultName): boolean {
  const kinds: readonly string[] = FAULT_GROUPS.time;
  return kinds.includes(name);
}

/** A request whose pieces are held back: the answer that the caller sees is another one. */
function silent(request: GenerateRequest): GenerateRequest {
  const { onDelta: _onDelta, ...rest } = request;
  return rest;
}
