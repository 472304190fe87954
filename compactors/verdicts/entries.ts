import type { Cause } from '../../harness/index.ts';
import { defineCompactor } from '../entry.ts';
import { compactByVerdicts } from './batched.ts';
import { batchedSettings } from './settings.ts';

/** Causes that a call for verdicts can end with. */
export const VERDICT_CAUSES: readonly Cause[] = [
  'timeout-attempt',
  'timeout-total',
  'transient',
  'overflow',
  'context-truncated',
  'not-json',
  'schema',
  'unknown-id',
  'missing-id',
  'duplicate-id',
  'contradiction',
  'keep-all',
  'drop-all',
  'empty',
  'refusal',
  'filtered',
  'reasoning-only',
  'cut-off',
  'not-smaller',
  'invalid-encoding',
  'no-recording',
  'model-unavailable',
  'protocol',
  'crash',
];

const SOURCE = 'Planck before 0.2, per-message verdicts as JSON';

/** One keep or drop an older unit, as a JSON object in free text. Fences and prose around it are taken off and counted as repaired. */
export const verdictsFreeEntry = defineCompactor({
  name: 'verdicts-free',
  role: 'strategy',
  needsModel: true,
  version: 1,
  summary: 'A model says keep or drop for each older unit, as JSON in free text.',
  source: SOURCE,
  causes: VERDICT_CAUSES,
  settings: batchedSettings,
  build: (settings) => ({
    compact: (request) => compactByVerdicts(request, { form: 'text', settings }),
  }),
});

/** As verdicts-free, with the server's JSON mode switched on. */
export const verdictsJsonEntry = defineCompactor({
  name: 'verdicts-json',
  role: 'strategy',
  needsModel: true,
  version: 1,
  summary: "A model says keep or drop for each older unit, in the server's JSON mode.",
  source: SOURCE,
  causes: VERDICT_CAUSES,
  settings: batchedSettings,
  build: (settings) => ({
    compact: (request) => compactByVerdicts(request, { form: 'json', settings }),
  }),
});

/** As verdicts-free, with a schema of exactly the asked ids that the server enforces (Ollama, OpenAI, a llama.cpp grammar). */
export const verdictsSchemaEntry = defineCompactor({
  name: 'verdicts-schema',
  role: 'strategy',
  needsModel: true,
  version: 1,
  summary: 'A model says keep or drop for each older unit, in a schema that the server enforces.',
  source: SOURCE,
  causes: VERDICT_CAUSES,
  settings: batchedSettings,
  build: (settings) => ({
    compact: (request) => compactByVerdicts(request, { form: 'schema', settings }),
  }),
});
