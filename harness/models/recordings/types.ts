import type { JsonObject } from '../../types/json.ts';
import type { CallPurpose, GenerateResponse, ModelInfo } from '../../types/model.ts';
import type { Cause } from '../../types/status.ts';
import type { HashedRequest } from '../request-hash.ts';

/** What came of a recorded call: an answer, or a failure that the same request would meet again. Times in ms. */
export type RecordedOutcome =
  | { type: 'answer'; response: GenerateResponse }
  | { type: 'error'; cause: Cause; detail: string; status: number | null; totalMs: number };

/** One recorded call. `hash` is the request's; contents are kept once a store, by their own hash. */
export interface Recording {
  hash: string;
  request: HashedRequest;
  purpose: CallPurpose;
  outcome: RecordedOutcome;
}

/** One embedded text. `totalMs` is its share of the call; `promptTokens` by the server, null where it gave none. */
export interface RecordedEmbedding {
  hash: string;
  textHash: string;
  vector: number[];
  totalMs: number;
  promptTokens: number | null;
}

/** Whose answers a folder holds. */
export type RecordedModel = Omit<ModelInfo, 'id' | 'recordingsHash'>;

/** One packed file of a folder, with the hash of its uncompressed content. */
export interface PackEntry {
  file: string;
  sha256: string;
  recordings: number;
}

/** `model.json` of a folder of recordings. `machine` says what the durations were measured on. */
export interface RecordingManifest {
  schemaVersion: 1;
  model: RecordedModel;
  machine: JsonObject;
  recordedAt: string;
  packs: PackEntry[];
}

/** Everything that a folder of recordings holds, in memory. */
export interface RecordingSet {
  texts: Map<string, string>;
  recordings: Map<string, Recording>;
  embeddings: Map<string, RecordedEmbedding>;
}
