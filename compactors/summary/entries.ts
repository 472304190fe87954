import { z } from 'zod';
import type { Cause } from '../../harness/index.ts';
import { defineCompactor } from '../entry.ts';
import { compactBySummary, type Safeguards } from './compact.ts';
import { summarySettings } from './settings.ts';

/** Causes that a call for a text can end with. */
export const TEXT_CAUSES: readonly Cause[] = [
  'timeout-attempt',
  'timeout-total',
  'transient',
  'overflow',
  'context-truncated',
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

const ALL_SAFEGUARDS: Safeguards = {
  showsEarlier: true,
  keepsPairs: true,
  checksSize: true,
  checksBlank: true,
};

/**
 * One plain-text summary for everything in front of a recency floor, as Planck's default compactor does it, with its four traps closed:
 * an earlier summary is brought up to date, pairs stay whole, blank answers fail, and a result that did not shrink is not handed on.
 * A failure hands on the input. Settings: when it starts, how much stays verbatim, limits in ms, clipping, fallback.
 */
export const summaryEntry = defineCompactor({
  name: 'summary',
  role: 'strategy',
  needsModel: true,
  version: 1,
  summary: 'Older part as one plain-text summary by a model; the newest units stay verbatim.',
  source: 'Planck 0.2.2, Compactor.Default',
  causes: TEXT_CAUSES,
  settings: summarySettings,
  build: (settings) => ({
    compact: (request) =>
      compactBySummary(request, { name: 'summary', settings, safeguards: ALL_SAFEGUARDS }),
  }),
});

/** The summary strategy with the earlier summary withheld from the summariser, as Planck does: what a second compaction forgets. */
export const summaryAmnesiaEntry = defineCompactor({
  name: 'summary-amnesia',
  role: 'variant',
  needsModel: true,
  version: 1,
  summary: 'summary, but the summariser never sees the earlier summary, which is lost.',
  source: 'Planck 0.2.2, Compactor.Default',
  causes: TEXT_CAUSES,
  settings: summarySettings,
  build: (settings) => ({
    compact: (request) =>
      compactBySummary(request, {
        name: 'summary-amnesia',
        settings,
        safeguards: { ...ALL_SAFEGUARDS, showsEarlier: false },
      }),
  }),
});

/** The summary strategy cut between any two messages, without a check that the result shrank; white space passes as a summary. */
export const summaryNaiveEntry = defineCompactor({
  name: 'summary-naive',
  role: 'variant',
  needsModel: true,
  version: 1,
  summary: 'summary without pair protection, shrink check and blank check.',
  source: 'Planck 0.2.2, Compactor.Default',
  causes: TEXT_CAUSES.filter((cause) => cause !== 'not-smaller'),
  settings: summarySettings.extend({
    keepsPairs: z.boolean().default(false).describe('A call and its results are cut off together'),
    checksSize: z.boolean().default(false).describe('A result that did not shrink is a failure'),
    checksBlank: z.boolean().default(false).describe('An answer of white space is a failure'),
  }),
  build: ({ keepsPairs, checksSize, checksBlank, ...settings }) => ({
    compact: (request) =>
      compactBySummary(request, {
        name: 'summary-naive',
        settings,
        safeguards: { showsEarlier: true, keepsPairs, checksSize, checksBlank },
      }),
  }),
});
