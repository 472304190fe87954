export { type ImportedTranscript, type ImportOutcome, importFile } from './import-file.ts';
export { normalForm } from './normal-form.ts';
export { IMPORTERS } from './registry.ts';
export type { ImportReport } from './report.ts';
