export {
  type FetchedModel,
  type FetchModelOptions,
  type FetchProgress,
  fetchModelFile,
} from './fetch/fetch-model.ts';
export { createGgufModel, type GgufModelOptions } from './gguf/client.ts';
export { scrubDetail, secretsOf } from './http/scrub.ts';
export { KNOWN_MODEL_FILES, type KnownModelFile } from './known-files.ts';
export { MODEL_KINDS } from './model-names.ts';
export { createOllamaModel, type OllamaModelOptions } from './ollama/client.ts';
export { parseOllamaHost } from './ollama/host.ts';
export { createOllamaServer, type ListedModel, type OllamaServer } from './ollama/server.ts';
export { createOpenAiModel, type OpenAiModelOptions } from './openai/client.ts';
export { type OpenAiAddress, readOpenAiAddress } from './openai/settings.ts';
export { createRecordedModel, type RecordedModelOptions } from './recorded.ts';
export {
  listRecordedModels,
  openRecordingStore,
  type RecordingStore,
  type RecordingStoreOptions,
} from './recordings/store.ts';
export type { RecordedOutcome, Recording } from './recordings/types.ts';
export { createReferenceModel, listReferenceModels } from './reference.ts';
export {
  type ResolvedModels,
  type ResolveModelsOptions,
  resolveModels,
} from './resolve.ts';
export {
  createScriptedModel,
  type ScriptedAnswer,
  type ScriptedModel,
  type ScriptedModelOptions,
} from './scripted.ts';
export { tierOf } from './tier.ts';
export { estimateTokensFor, slugOf } from './token-estimates.ts';
export { type RecordingMode, type WithRecordingOptions, withRecording } from './with-recording.ts';
