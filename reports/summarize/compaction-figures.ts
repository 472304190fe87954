import type { CompactedRecord } from '../../harness/index.ts';
import type { CompactionFigures } from './types.ts';

/** Causes that say nothing about the compactor: the model was not there. Such cells are missing, not failed. */
const MISSING_CAUSES: ReadonlySet<string> = new Set(['no-recording', 'model-unavailable']);

/** True for a cell that was planned and could not be run for want of a model or a recording. */
export function isMissing(record: CompactedRecord): boolean {
  return record.status === 'failed' && record.cause !== null && MISSING_CAUSES.has(record.cause);
}

/** Figures that follow from one compacted record. Nothing missing is ever 0. */
export function summarizeCompaction(record: CompactedRecord): CompactionFigures {
  const ruled = record.survival.filter((fact) => fact.survived !== null);
  const hasContext = record.contextBlob !== null && record.tokensAfter !== null;
  const survived = hasContext ? ruled.filter((fact) => fact.survived).length : null;
  const old = record.survival.filter((fact) => fact.staleSurvived !== null);
  const asksModel = record.calls.length > 0 || record.clock === 'real';
  const latencyMs = asksModel ? record.measured.latencyMs : null;
  return {
    reduction: share(record.tokensAfter, record.tokensBefore, (part) => 1 - part),
    targetAdherence: share(record.tokensAfter, record.targetTokens, (part) => part),
    facts: hasContext ? ruled.length : null,
    survived,
    survival: survived === null || ruled.length === 0 ? null : survived / ruled.length,
    staleSurvived: hasContext && old.length > 0 ? old.filter((f) => f.staleSurvived).length : null,
    latencyMs,
    modelMs: record.calls.length > 0 ? record.measured.modelMs : null,
    promptTokens: sumKnown(record.calls.map((call) => call.promptTokens)),
    completionTokens: sumKnown(record.calls.map((call) => call.completionTokens)),
    cachedTokens: sumKnown(record.calls.map((call) => call.cachedTokens)),
    calls: record.calls.length,
    costUsd: extra(record, 'costUsd'),
    overBudgetMs:
      record.totalMs === null || latencyMs === null
        ? null
        : Math.max(0, latencyMs - record.totalMs),
    unsupportedValues: record.unsupportedValues?.length ?? null,
    dropPrecision: extra(record, 'dropPrecision'),
    dropRecall: extra(record, 'dropRecall'),
    verdictCoverage: extra(record, 'verdictCoverage'),
    missing: isMissing(record),
    contextCut: record.calls.some((call) => call.cause === 'context-truncated'),
  };
}

/** A number that the run noted beside its fixed fields; null where it did not. */
function extra(record: CompactedRecord, name: string): number | null {
  const value = record.extra[name];
  return typeof value === 'number' ? value : null;
}

function share(
  part: number | null,
  whole: number,
  finish: (value: number) => number,
): number | null {
  return part === null || !(whole > 0) ? null : finish(part / whole);
}

/** Sum where every value is known; null where one is missing, or where there is none. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return sum;
}
