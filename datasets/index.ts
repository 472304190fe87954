/** The datasets' one door. */
export { CANARY } from './canary.ts';
export { hashTranscript } from './load/hash.ts';
export { loadTranscriptFile } from './load/load-file.ts';
export { type LoadedDataset, type LoadOptions, loadTranscripts } from './load/load-transcripts.ts';
export { type NewDataset, writeDatasetIndex } from './load/write-index.ts';
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
