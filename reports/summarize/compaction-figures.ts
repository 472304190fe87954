import type { CompactedRecord, FactInfo } from '../../harness/index.ts';
import type { CompactionFigures } from './types.ts';

/** Causes that say nothing about the compactor: the model was not there. Such cells are missing, not failed. */
const MISSING_CAUSES: ReadonlySet<string> = new Set(['no-recording', 'model-unavailable']);

/** True for a cell that was planned and could not be run for want of a model or a recording. */
export function isMissing(record: CompactedRecord): boolean {
  return record.status === 'failed' && record.cause !== null && MISSING_CAUSES.has(record.cause);
}

/** Figures that follow from one compacted record. Nothing missing is ever 0. */
export function summarizeCompaction(
  record: CompactedRecord,
  facts: ReadonlyMap<string, FactInfo>,
): CompactionFigures {
  const ruled = record.survival.filter((fact) => fact.survived !== null);
  const hasContext = record.contextBlob !== null && record.tokensAfter !== null;
  const survived = hasContext ? ruled.filter((fact) => fact.survived).length : null;
  const old = record.survival.filter((fact) => fact.staleSurvived !== null);
  const asksModel = record.calls.length > 0 || record.clock === 'real';
  const latencyMs = asksModel ? record.measured.latencyMs : null;
  const costUsd = record.extra.costUsd;
  return {
    reduction: share(record.tokensAfter, record.tokensBefore, (part) => 1 - part),
    targetAdherence: share(record.tokensAfter, record.targetTokens, (part) => part),
    facts: ruled.length,
    survived,
    survival: survived === null || ruled.length === 0 ? null : survived / ruled.length,
    staleSurvived: hasContext && old.length > 0 ? old.filter((f) => f.staleSurvived).length : null,
    latencyMs,
    modelMs: record.calls.length > 0 ? record.measured.modelMs : null,
    promptTokens: sumKnown(record.calls.map((call) => call.promptTokens)),
    completionTokens: sumKnown(record.calls.map((call) => call.completionTokens)),
    cachedTokens: sumKnown(record.calls.map((call) => call.cachedTokens)),
    calls: record.calls.length,
    costUsd: typeof costUsd === 'number' ? costUsd : null,
    overBudgetMs:
      record.totalMs === null || latencyMs === null
        ? null
        : Math.max(0, latencyMs - record.totalMs),
    unsupportedValues: record.unsupportedValues?.length ?? null,
    ...verdictFigures(record, facts),
    missing: isMissing(record),
    contextCut: record.calls.some((call) => call.cause === 'context-truncated'),
  };
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

/**
 * "drop" against the units that carry facts. Precision: dropped units that carry none / dropped units. Recall: those / all
 * judged units that carry none. Coverage: answered / asked.
 */
function verdictFigures(record: CompactedRecord, facts: ReadonlyMap<string, FactInfo>) {
  const report = record.verdicts;
  const none = { dropPrecision: null, dropRecall: null, verdictCoverage: null };
  if (report === null) return none;
  const verdictCoverage = report.asked > 0 ? report.answered / report.asked : null;
  const known = record.survival.map((fact) => facts.get(fact.factId));
  if (known.length === 0 || known.some((fact) => fact === undefined)) {
    return { ...none, verdictCoverage };
  }
  const carrying = new Set(known.flatMap((fact) => fact?.messageIds ?? []));
  const judged = report.units.filter((unit) => unit.verdict !== null);
  const empty = judged.filter((unit) => !unit.messageIds.some((id) => carrying.has(id)));
  const dropped = judged.filter((unit) => unit.verdict === 'drop');
  const rightlyDropped = empty.filter((unit) => unit.verdict === 'drop').length;
  return {
    dropPrecision: dropped.length > 0 ? rightlyDropped / dropped.length : null,
    dropRecall: empty.length > 0 ? rightlyDropped / empty.length : null,
    verdictCoverage,
  };
}
