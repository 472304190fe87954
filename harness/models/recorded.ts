import { ModelError } from '../errors.ts';
import type { EmbedResponse, ModelClient, ModelInfo } from '../types/model.ts';
import { answerOnClock } from './answer-on-clock.ts';
import type { RecordingStore } from './recordings/store.ts';
import type { RecordedOutcome } from './recordings/types.ts';
import { estimateTokensFor, slugOf } from './token-estimates.ts';

/** What a recorded model replays; `virtualSpeed` 2 = as if the model were twice as slow (1 unless given). */
export interface RecordedModelOptions {
  store: RecordingStore;
  virtualSpeed?: number;
}

/**
 * A model that answers from its recordings, at the pace at which it once answered times `virtualSpeed`, on the request's
 * clock. A request that was not recorded is a ModelError `no-recording` whose message says what differs and how to record.
 */
export function createRecordedModel(options: RecordedModelOptions): ModelClient {
  const { store, virtualSpeed = 1 } = options;
  const info: ModelInfo = {
    ...store.model,
    id: `recorded:${slugOf(store.model.name)}`,
    recordingsHash: store.contentHash(),
  };
  return {
    info,
    estimateTokens: estimateTokensFor(info.name),
    async generate(request) {
      request.signal.throwIfAborted();
      const recording = store.find(request);
      if (!recording) throw new ModelError('no-recording', store.explainMissing(request));
      return replayOutcome(recording.outcome, request, virtualSpeed);
    },
    async embed(texts, { clock, signal }): Promise<EmbedResponse> {
      signal.throwIfAborted();
      const found = texts.map((text) => {
        const embedding = store.findEmbedding(text);
        if (embedding) return embedding;
        throw new ModelError(
          'no-recording',
          `no recorded embedding of ${info.name} for a text of ${text.length} characters; record it with \`npm run record-answers\``,
        );
      });
      const totalMs = found.reduce((sum, { totalMs: share }) => sum + share, 0) * virtualSpeed;
      await clock.sleep(totalMs, signal);
      const counted = found.map(({ promptTokens }) => promptTokens);
      return {
        vectors: found.map(({ vector }) => [...vector]),
        usage: { promptTokens: sumOrNull(counted), completionTokens: null, cachedTokens: null },
        timing: { firstTokenMs: null, totalMs, loadMs: null },
      };
    },
  };
}

/** Gives a recorded outcome on the request's clock: the answer, or the same ModelError after the same time. */
export async function replayOutcome(
  outcome: RecordedOutcome,
  request: Parameters<ModelClient['generate']>[0],
  speed: number,
): ReturnType<ModelClient['generate']> {
  if (outcome.type === 'answer') return answerOnClock(request, outcome.response, speed);
  await request.clock.sleep(outcome.totalMs * speed, request.signal);
  throw new ModelError(
    outcome.cause,
    outcome.detail,
    outcome.status === null ? {} : { status: outcome.status },
  );
}

function sumOrNull(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return sum;
}
