import type { Cause } from '../../harness/index.ts';
import { defineCompactor } from '../entry.ts';
import { compactByVerdicts } from './batched.ts';
import { compactByBm25 } from './bm25.ts';
import { compactByEmbedding } from './embed.ts';
import { compactByOne } from './one.ts';
import { batchedSettings, embedSettings, oneSettings, scoredSettings } from './settings.ts';

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

/** Causes that only an answer about several units can have. */
const BATCH_CAUSES: ReadonlySet<Cause> = new Set([
  'not-json',
  'unknown-id',
  'missing-id',
  'duplicate-id',
]);

/** Causes that a call for vectors can end with. */
const EMBED_CAUSES: readonly Cause[] = [
  'timeout-attempt',
  'timeout-total',
  'transient',
  'overflow',
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

/**
 * One older unit a call, answered with one word. Where the server gives token probabilities, the score P(keep) against P(drop) decides
 * at `threshold`; else the word does.
 */
export const verdictsOneEntry = defineCompactor({
  name: 'verdicts-one',
  role: 'strategy',
  needsModel: true,
  version: 1,
  summary: 'A model says keep or drop for one older unit a call, with a score where it can be had.',
  source: SOURCE,
  causes: VERDICT_CAUSES.filter((cause) => !BATCH_CAUSES.has(cause)),
  settings: oneSettings,
  build: (settings) => ({ compact: (request) => compactByOne(request, settings) }),
});

/** An embedding model scores each older unit against the current task; the best stay until the target is filled. */
export const verdictsEmbedEntry = defineCompactor({
  name: 'verdicts-embed',
  role: 'strategy',
  needsModel: true,
  version: 1,
  summary: 'An embedding model scores each older unit against the current task; the best stay.',
  source: 'Planck 0.2.2, its remark on classifier-style models',
  causes: EMBED_CAUSES,
  settings: embedSettings,
  build: (settings) => ({ compact: (request) => compactByEmbedding(request, settings) }),
});

/** BM25 scores each older unit against the current task; the best stay until the target is filled. Baseline of verdicts-embed. */
export const verdictsBm25Entry = defineCompactor({
  name: 'verdicts-bm25',
  role: 'strategy',
  needsModel: false,
  version: 1,
  summary: 'BM25 scores each older unit against the current task; the best stay. Asks no model.',
  source: 'Okapi BM25, by MiniSearch',
  causes: [],
  settings: scoredSettings,
  build: (settings) => ({ compact: (request) => compactByBm25(request, settings) }),
});
