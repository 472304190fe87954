export { type CorpusItem, createRedactionCorpus } from './corpus.ts';
export { measureRedaction, type RedactionMeasure } from './measure.ts';
export { createRedactor, type Redaction, type Redactor } from './redactor.ts';
