/** The datasets' one door. */
export { CANARY } from './canary.ts';
export { listShortfalls } from './check/aims.ts';
export type { Balance, SizeClass, TranscriptRow } from './check/balance.ts';
export {
  type CheckDatasetsOptions,
  checkDatasets,
  type DatasetCheck,
} from './check/check-datasets.ts';
export type { Floor } from './check/floor.ts';
export { renderBalance } from './check/render.ts';
export { renderMessages } from './check/render-messages.ts';
export { type GeneratedTranscript, generateTranscript } from './generate/generate-transcript.ts';
export { type GenerateSpec, type GenerateSpecInput, parseGenerateSpec } from './generate/spec.ts';
export { writeGenerated } from './generate/write-generated.ts';
export {
  IMPORTERS,
  type ImportedTranscript,
  type ImportOutcome,
  type ImportReport,
  importFile,
  normalForm,
} from './import/index.ts';
export { hashTranscript } from './load/hash.ts';
export { loadTranscriptFile } from './load/load-file.ts';
export {
  type LoadedDataset,
  type LoadOptions,
  loadTranscripts,
  type ReadDatasets,
  readDatasets,
} from './load/load-transcripts.ts';
export { updateDatasetIndexes } from './load/update-indexes.ts';
export { type NewDataset, writeDatasetIndex } from './load/write-index.ts';
export { type FactProposal, proposeFacts, reviewProposals } from './propose/index.ts';
export {
  call,
  finishSession,
  openSession,
  RECORDER_TOOLS,
  recordAgain,
  type SessionCall,
  type SessionHeader,
  say,
  startSession,
} from './recorder/index.ts';
export {
  type CorpusItem,
  createRedactionCorpus,
  createRedactor,
  measureRedaction,
  type Redaction,
  type RedactionMeasure,
  type Redactor,
} from './redact/index.ts';
