/** The harness's one door: contracts, the runner, models, readers, graders, clocks and the run log. */

export { type OpenAiChat, parseOpenAiChat, renderOpenAiChat } from './chat/index.ts';
export {
  createRealClock,
  createVirtualClock,
  type VirtualClock,
  wallTimeIso,
} from './clock/index.ts';
export { COUNTER_NAMES, type CounterName, createCounter } from './counters/index.ts';
export * from './errors.ts';
export { canonicalJson, sha256Hex } from './hash.ts';
export {
  createRecordedModel,
  createReferenceModel,
  createScriptedModel,
  estimateTokensFor,
  listRecordedModels,
  listReferenceModels,
  openRecordingStore,
  type RecordedModelOptions,
  type RecordedOutcome,
  type Recording,
  type RecordingMode,
  type RecordingStore,
  type RecordingStoreOptions,
  type ScriptedAnswer,
  type ScriptedModel,
  type ScriptedModelOptions,
  slugOf,
  type WithRecordingOptions,
  withRecording,
} from './models/index.ts';
export { projectRoot } from './project.ts';
export { closestName } from './suggest.ts';
export * from './types/index.ts';
export {
  COMPACTION_META_KEY,
  cloneMessage,
  groupUnits,
  isCompactorMade,
  isUserTask,
  leadingSystemEnd,
  madeByStrategy,
  newestUserIndex,
  protectedIndices,
  type Unit,
} from './units.ts';
