import { canonicalJson, sha256Hex } from '../hash.ts';
import type { GenerateRequest, ModelInfo } from '../types/model.ts';

/** What of a request decides its answer. Purpose, clock and signal do not. */
export type HashedRequest = Pick<
  GenerateRequest,
  'format' | 'maxOutputTokens' | 'temperature' | 'seed'
> & {
  messages: { role: string; contentHash: string }[];
  logprobs: number | null;
};

/** The model's part of a request hash. */
export type HashedModel = Pick<ModelInfo, 'name' | 'digest' | 'settings'>;

/**
 * SHA-256 of a request to a model: name, digest, settings, messages, format, output cap, temperature, seed, logprobs.
 * At temperature 0 the seed decides nothing and is left out, so that another run seed meets the same answers.
 */
export function hashRequest(model: HashedModel, request: HashedRequest): string {
  return sha256Hex(
    canonicalJson({
      version: 1,
      model: { name: model.name, digest: model.digest, settings: model.settings },
      messages: request.messages.map(({ role, contentHash }) => [role, contentHash]),
      format: request.format,
      maxOutputTokens: request.maxOutputTokens,
      temperature: request.temperature,
      seed: request.temperature === 0 ? null : request.seed,
      logprobs: request.logprobs,
    }),
  );
}

/** A request with its contents replaced by their hashes, ready for {@link hashRequest}. */
export function toHashedRequest(request: GenerateRequest): HashedRequest {
  const { format, maxOutputTokens, temperature, seed } = request;
  return {
    messages: request.messages.map(({ role, content }) => ({
      role,
      contentHash: sha256Hex(content),
    })),
    format,
    maxOutputTokens,
    temperature,
    seed,
    logprobs: request.logprobs ?? null,
  };
}

/** SHA-256 of one text to embed with a model. */
export function hashEmbedding(model: HashedModel, textHash: string): string {
  return sha256Hex(
    canonicalJson({
      version: 1,
      model: { name: model.name, digest: model.digest, settings: model.settings },
      embed: textHash,
    }),
  );
}
