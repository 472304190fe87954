import type { SummaryRow } from '../summarize/types.ts';
import { formatEstimate, formatMs, formatRate, formatValue } from './format.ts';
import { formatCompactor } from './labels.ts';

/** A column for people, shared by Markdown and terminal. */
export interface ViewColumn {
  title: string;
  right: boolean;
  text(row: SummaryRow): string;
}

/** Failures stand beside every mean: n is transcripts in the mean / cells compacted, skipped, fallback, failed, missing. */
export const SUMMARY_VIEW: ViewColumn[] = [
  { title: 'compactor', right: false, text: (row) => formatCompactor(row.group) },
  { title: 'reduction', right: true, text: (row) => formatRate(row.reduction.value) },
  { title: 'survival', right: true, text: (row) => formatEstimate(row.survival) },
  { title: 'recall', right: true, text: (row) => formatEstimate(row.recall) },
  { title: 'recall, core', right: true, text: (row) => formatRate(row.recallCore.value) },
  { title: 'normalised', right: true, text: (row) => formatRate(row.recallNormalised) },
  { title: 'survival, all', right: true, text: (row) => formatRate(row.survivalAll) },
  { title: 'recall, all', right: true, text: (row) => formatRate(row.recallAll) },
  { title: 'n', right: true, text: (row) => String(row.survival.n) },
  { title: 'compacted', right: true, text: (row) => String(row.counts.compacted) },
  { title: 'skipped', right: true, text: (row) => String(row.counts.skipped) },
  { title: 'fallback', right: true, text: (row) => String(row.counts.fallback) },
  { title: 'failed', right: true, text: (row) => String(row.counts.failed) },
  { title: 'missing', right: true, text: (row) => String(row.counts.missing) },
  { title: 'p50', right: true, text: (row) => formatMs(row.latency.p50Ms) },
  { title: 'p95', right: true, text: (row) => formatMs(row.latency.p95Ms) },
  { title: 'clock', right: false, text: (row) => row.latency.clock ?? 'n/a' },
];

/** Honesty of the kept text: what is stale, invented, unsupported, broken. */
export const HONESTY_VIEW: ViewColumn[] = [
  { title: 'compactor', right: false, text: (row) => formatCompactor(row.group) },
  { title: 'stale', right: true, text: (row) => formatRate(row.staleRate) },
  { title: 'invented', right: true, text: (row) => formatRate(row.inventedRate) },
  {
    title: 'unsupported values',
    right: true,
    text: (row) => formatValue(row.unsupportedValues, 'number'),
  },
  { title: 'violations', right: true, text: (row) => formatValue(row.violations, 'number') },
  { title: 'pins kept', right: true, text: (row) => formatRate(row.pinsKept) },
  {
    title: 'after / target',
    right: true,
    text: (row) => formatValue(row.targetAdherence, 'number'),
  },
  { title: 'reusable prefix', right: true, text: (row) => formatRate(row.reusablePrefixShare) },
  { title: 'drop precision', right: true, text: (row) => formatRate(row.dropPrecision) },
  { title: 'drop recall', right: true, text: (row) => formatRate(row.dropRecall) },
  { title: 'verdict coverage', right: true, text: (row) => formatRate(row.verdictCoverage) },
  { title: 'tokens in', right: true, text: (row) => formatValue(row.promptTokens, 'count') },
  { title: 'tokens out', right: true, text: (row) => formatValue(row.completionTokens, 'count') },
  { title: 'cost', right: true, text: (row) => formatValue(row.costUsd, 'usd') },
];
