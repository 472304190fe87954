/** The harness's one door: contracts, the runner, models, readers, graders, clocks and the run log. */

export { type Blob, type BlobStore, createBlob, openBlobs } from './blobs.ts';
export { type ChainPart, composeOrigins, runChain } from './chain.ts';
export { type OpenAiChat, parseOpenAiChat, renderOpenAiChat } from './chat/index.ts';
export {
  createRealClock,
  createVirtualClock,
  type VirtualClock,
  wallTimeIso,
} from './clock/index.ts';
export {
  type BenchConfig,
  CONFIG_KEYS,
  type CompactorChoice,
  defineConfig,
  type ModelOptions,
  parseConfig,
} from './config/index.ts';
export { COUNTER_NAMES, type CounterName, createCounter } from './counters/index.ts';
export * from './errors.ts';
export {
  expandFaults,
  FAULT_FAMILIES,
  FAULT_GROUPS,
  FAULT_NAMES,
  FAULT_SCHEDULES,
  type FaultExpectation,
  type FaultFamily,
  type FaultName,
  type FaultSpec,
  faultExpectations,
  formatFault,
  parseFault,
  withFault,
} from './faults/index.ts';
export {
  ALLOWED_ASSERTIONS,
  checkAssertion,
  createPromptfooGrader,
  guardNetwork,
  type PromptfooGraderOptions,
} from './graders/index.ts';
export { canonicalJson, hashJson, sha256Hex, transcriptHash } from './hash.ts';
export {
  CompactionHook,
  checkHookSettings,
  decideCompaction,
  HOOK_DEFAULTS,
  type HookDecision,
  type HookFactories,
  type HookOptions,
  type HookRequest,
  type HookRun,
  type HookState,
  type SerializedCompactor,
  type SerializedHook,
} from './hook/index.ts';
export {
  type CompactionKeyInput,
  compactionKey,
  factHash,
  type GradeKeyInput,
  gradeKey,
  KEY_VERSION,
  type PairKeyInput,
  pairKey,
} from './keys.ts';
export {
  canonicalForm,
  LOG_FILE,
  type LoadedLog,
  loadRunLog,
  mergeHeaders,
  openRunLog,
  type RunLog,
  readRunLog,
  settleRecords,
} from './log/index.ts';
export {
  checkStructure,
  containsValue,
  createSearch,
  findNormalized,
  keepScoreCurve,
  messageTexts,
  normalizeText,
  pinsKept,
  reusablePrefixTokens,
  type ScorePoint,
  type Search,
  type StructureInput,
  type StructureReport,
  survival,
  survives,
  unsupportedValues,
  type VerdictQuality,
  verdictQuality,
} from './measures/index.ts';
export { createMeter, type Meter } from './meter.ts';
export {
  createGgufModel,
  createOllamaModel,
  createOllamaServer,
  createOpenAiModel,
  createRecordedModel,
  createReferenceModel,
  createScriptedModel,
  estimateTokensFor,
  type FetchedModel,
  type FetchModelOptions,
  type FetchProgress,
  fetchModelFile,
  type GgufModelOptions,
  KNOWN_MODEL_FILES,
  type KnownModelFile,
  type ListedModel,
  listRecordedModels,
  listReferenceModels,
  MODEL_KINDS,
  type OllamaModelOptions,
  type OllamaServer,
  type OpenAiAddress,
  type OpenAiModelOptions,
  openRecordingStore,
  parseOllamaHost,
  type RecordedModelOptions,
  type RecordedOutcome,
  type Recording,
  type RecordingMode,
  type RecordingStore,
  type RecordingStoreOptions,
  type ResolvedModels,
  type ResolveModelsOptions,
  readOpenAiAddress,
  resolveModels,
  type ScriptedAnswer,
  type ScriptedModel,
  type ScriptedModelOptions,
  scrubDetail,
  secretsOf,
  slugOf,
  tierOf,
  type WithRecordingOptions,
  withRecording,
} from './models/index.ts';
export { plainText } from './plain-text.ts';
export {
  type CompactorSource,
  DEFAULT_HOOK,
  type HookFractions,
  type PlanSpec,
  planCells,
} from './plan.ts';
export {
  costUsd,
  type ModelPrice,
  overridePrices,
  PRICES,
  type PriceTable,
  type PromptCacheCost,
  priceOf,
  promptCacheCost,
} from './prices/index.ts';
export { projectRoot } from './project.ts';
export {
  ABSTENTION,
  createLexicalReader,
  createModelReader,
  isAbstention,
  READER_PROMPT_HASH,
  renderContext,
} from './readers/index.ts';
export {
  type CellRun,
  CONTINUATION_GRADER,
  createRunHeader,
  factPosition,
  type Grading,
  type HeaderInput,
  loadContext,
  type ProgressEvent,
  playedFacts,
  type RegradeOptions,
  type RunCellOptions,
  type RunOutcome,
  type RunPlanOptions,
  regradeRun,
  runCell,
  runPlan,
  SIZE_CLASSES,
  sourceHash,
  type TimingOptions,
  timeCompactors,
} from './run/index.ts';
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
