import { createRealClock } from '../clock/real.ts';
import { ModelError } from '../errors.ts';
import type { EmbedResponse, GenerateRequest, ModelClient } from '../types/model.ts';
import type { Cause } from '../types/status.ts';
import { replayOutcome } from './recorded.ts';
import type { RecordingStore } from './recordings/store.ts';
import type { RecordedOutcome } from './recordings/types.ts';

/** `record` asks the live model every time; `replay-or-record` only for what is not recorded yet. */
export type RecordingMode = 'off' | 'record' | 'replay' | 'replay-or-record';

/** Failures that the same request would meet again: they are recorded, so that a replay meets them too. */
const LASTING_CAUSES: ReadonlySet<Cause> = new Set<Cause>([
  'overflow',
  'context-truncated',
  'filtered',
  'refusal',
  'invalid-encoding',
]);

/** How a live client is recorded; `virtualSpeed` as in a replay (1 unless given). */
export interface WithRecordingOptions {
  store: RecordingStore;
  mode: 'record' | 'replay-or-record';
  virtualSpeed?: number;
}

/**
 * A live client whose answers are recorded as they come. On a virtual clock the live call runs to its end by real time
 * while the clock is held, and then takes its real duration of virtual time: budgets cut it exactly as they will in a
 * replay, and no answer is lost to them. On a real clock an aborted call leaves no recording.
 */
export function withRecording(client: ModelClient, options: WithRecordingOptions): ModelClient {
  const { store, mode, virtualSpeed = 1 } = options;
  const replays = mode === 'replay-or-record';
  const clientEmbed = client.embed?.bind(client);
  const clientLoad = client.load?.bind(client);
  return {
    info: client.info,
    estimateTokens: (text) => client.estimateTokens(text),
    async generate(request) {
      request.signal.throwIfAborted();
      const recording = replays ? store.find(request) : undefined;
      if (recording) return replayOutcome(recording.outcome, request, virtualSpeed);
      if (request.clock.kind === 'real') {
        const { outcome, failure } = await outcomeOf(client, request);
        if (outcome) store.add(request, outcome);
        if (outcome?.type === 'answer') return outcome.response;
        throw failure;
      }
      const { outcome, failure } = await request.clock.hold(
        outcomeOf(client, withoutDeltas({ ...request, clock: createRealClock() })),
      );
      if (!outcome) throw failure;
      store.add(request, outcome);
      return replayOutcome(outcome, request, virtualSpeed);
    },
    ...(clientLoad ? { load: clientLoad } : {}),
    ...(clientEmbed ? { embed: recordEmbeddings(clientEmbed, options) } : {}),
    ...(client.close ? { close: () => client.close?.() ?? Promise.resolve() } : {}),
  };
}

/** What came of a live call; `outcome` where it is worth recording, `failure` where it threw. */
async function outcomeOf(
  client: ModelClient,
  request: GenerateRequest,
): Promise<{ outcome?: RecordedOutcome; failure?: unknown }> {
  const startedMs = request.clock.now();
  try {
    return { outcome: { type: 'answer', response: await client.generate(request) } };
  } catch (failure) {
    if (!(failure instanceof ModelError) || !LASTING_CAUSES.has(failure.reason)) return { failure };
    const { reason, detail, status } = failure;
    const totalMs = request.clock.now() - startedMs;
    return { failure, outcome: { type: 'error', cause: reason, detail, status, totalMs } };
  }
}

/** A request whose pieces are not passed on live: they follow on the virtual clock. */
function withoutDeltas(request: GenerateRequest): GenerateRequest {
  const { onDelta: _onDelta, ...rest } = request;
  return rest;
}

function recordEmbeddings(
  embed: NonNullable<ModelClient['embed']>,
  { store, mode, virtualSpeed = 1 }: WithRecordingOptions,
): NonNullable<ModelClient['embed']> {
  return async (texts, { clock, signal }): Promise<EmbedResponse> => {
    signal.throwIfAborted();
    const isKnown = (text: string): boolean =>
      mode === 'replay-or-record' && store.findEmbedding(text) !== undefined;
    const missing = [...new Set(texts)].filter((text) => !isKnown(text));
    if (missing.length > 0) {
      const live = await clock.hold(embed(missing, { clock: createRealClock(), signal }));
      const share = live.timing.totalMs / missing.length;
      for (const [index, text] of missing.entries()) {
        const vector = live.vectors[index];
        if (!vector)
          throw new ModelError(
            'protocol',
            `${missing.length} texts, ${live.vectors.length} vectors`,
          );
        store.addEmbedding(text, { vector, totalMs: share, promptTokens: null });
      }
    }
    const found = texts.flatMap((text) => store.findEmbedding(text) ?? []);
    const totalMs = found.reduce((sum, { totalMs: part }) => sum + part, 0) * virtualSpeed;
    if (clock.kind === 'virtual') await clock.sleep(totalMs, signal);
    return {
      vectors: found.map(({ vector }) => [...vector]),
      usage: { promptTokens: null, completionTokens: null, cachedTokens: null },
      timing: { firstTokenMs: null, totalMs, loadMs: null },
    };
  };
}
