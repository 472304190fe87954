import { type Blob, createBlob } from './blobs.ts';
import { ModelError } from './errors.ts';
import type { Clock } from './types/clock.ts';
import type {
  EmbedResponse,
  GenerateRequest,
  GenerateResponse,
  ModelClient,
} from './types/model.ts';
import type { CallRecord } from './types/record.ts';

/** Watches model clients from outside: what was asked, what came back, and how long it took on the cell's clock. */
export interface Meter {
  /** The same model, watched. */
  wrap(client: ModelClient): ModelClient;
  /** Every call so far, in the order in which they were made. A call in flight is in it with the cause null and no answer. */
  calls(): CallRecord[];
  /** Prompts and answers of the calls so far, to be stored after the clock was stopped. */
  blobs(): Blob[];
}

/** Creates a meter. Times are read from `clock`; nothing waits for a file, so that a virtual clock sees no gap. */
export function createMeter(clock: Clock): Meter {
  const calls: CallRecord[] = [];
  const blobs = new Map<string, Blob>();
  const attempts = new Map<string, number>();

  const keep = (value: unknown): string => {
    const blob = createBlob(value);
    blobs.set(blob.id, blob);
    return blob.id;
  };
  const countAttempt = (key: string): number => {
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    return attempt;
  };
  const watch = async <T>(call: CallRecord, work: () => Promise<T>): Promise<T> => {
    calls.push(call);
    const startMs = clock.now();
    try {
      return await work();
    } catch (error) {
      if (error instanceof ModelError) {
        call.cause = error.reason;
        call.detail = error.status === null ? error.detail : `${error.status}: ${error.detail}`;
      } else {
        call.detail = error instanceof Error ? error.name : 'unknown error';
      }
      throw error;
    } finally {
      call.durationMs = clock.now() - startMs;
    }
  };

  return {
    calls: () => calls.map((call) => ({ ...call })),
    blobs: () => [...blobs.values()],
    wrap(client) {
      const { embed } = client;
      return {
        info: client.info,
        estimateTokens: (text) => client.estimateTokens(text),
        ...(client.close ? { close: () => client.close?.() ?? Promise.resolve() } : {}),
        generate(request) {
          const requestBlob = keep(requestContent(client, request));
          const call = createCall(client, request, requestBlob, countAttempt(requestBlob));
          return watch(call, async () => {
            const response = await client.generate(request);
            call.answerBlob = keep(answerContent(response));
            fillAnswer(call, response);
            return response;
          });
        },
        ...(embed === undefined
          ? {}
          : {
              embed: (texts: string[], options: Parameters<typeof embed>[1]) => {
                const requestBlob = keep({ model: client.info.id, texts });
                const call = createEmbedCall(client, requestBlob, countAttempt(requestBlob));
                return watch(call, async () => {
                  const response = await embed.call(client, texts, options);
                  fillEmbedding(call, response);
                  return response;
                });
              },
            }),
      };
    },
  };
}

/** What a request blob holds: all that decides the answer, and no clock or signal. */
function requestContent(client: ModelClient, request: GenerateRequest) {
  const { messages, format, maxOutputTokens, temperature, seed, logprobs } = request;
  return {
    model: client.info.id,
    messages,
    format,
    maxOutputTokens,
    temperature,
    seed,
    ...(logprobs === undefined ? {} : { logprobs }),
  };
}

/** What an answer blob holds: the answer without its times, so that the same answer is the same blob. */
function answerContent(response: GenerateResponse) {
  const { text, reasoning, stopReason, stopDetail, usage, logprobs } = response;
  return { text, reasoning, stopReason, stopDetail, usage, logprobs };
}

function createCall(
  client: ModelClient,
  request: GenerateRequest,
  requestBlob: string,
  attempt: number,
): CallRecord {
  return {
    model: client.info.id,
    purpose: request.purpose.kind,
    promptId: request.purpose.promptId,
    promptHash: request.purpose.promptHash,
    attempt,
    ...noAnswer,
    requestBlob,
    format: request.format.type,
    temperature: request.temperature,
    seed: request.seed,
  };
}

function createEmbedCall(client: ModelClient, requestBlob: string, attempt: number): CallRecord {
  return {
    model: client.info.id,
    purpose: 'embed',
    promptId: '',
    promptHash: '',
    attempt,
    ...noAnswer,
    requestBlob,
    format: 'embedding',
    temperature: 0,
    seed: 0,
  };
}

const noAnswer = {
  stopReason: null,
  cause: null,
  detail: null,
  promptTokens: null,
  completionTokens: null,
  cachedTokens: null,
  answerBlob: null,
  firstTokenMs: null,
  durationMs: 0,
} as const;

function fillAnswer(call: CallRecord, response: GenerateResponse): void {
  call.stopReason = response.stopReason;
  call.detail = response.stopDetail;
  call.promptTokens = response.usage.promptTokens;
  call.completionTokens = response.usage.completionTokens;
  call.cachedTokens = response.usage.cachedTokens;
  call.firstTokenMs = response.timing.firstTokenMs;
}

function fillEmbedding(call: CallRecord, response: EmbedResponse): void {
  call.promptTokens = response.usage.promptTokens;
  call.completionTokens = response.usage.completionTokens;
  call.cachedTokens = response.usage.cachedTokens;
}
