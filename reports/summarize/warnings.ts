import { MIN_CLUSTERS } from '../statistics/estimate.ts';
import { isControl } from './controls.ts';
import type { RunSummary, Warning, WarningCode } from './report-types.ts';
import type { RunData } from './types.ts';
import { WARNING_TEXTS } from './warning-texts.ts';

/** Doubts about the figures of a run, in the order of {@link WARNING_TEXTS}, each at most once. */
export function findWarnings(data: RunData, summary: Omit<RunSummary, 'warnings'>): Warning[] {
  const { header, cells } = summary;
  const rows = summary.summary;
  const records = data.compacted;
  const count = <T>(list: readonly T[], test: (item: T) => boolean) => list.filter(test).length;
  const sources = new Set(records.map((record) => record.source === 'synthetic'));
  const hits: Record<WarningCode, number> = {
    'no-run-header': data.headers.length === 0 ? 1 : 0,
    'no-strong-model': header.strongModel || !usesModel(data) ? 0 : 1,
    'no-model': records.length > 0 && !usesModel(data) ? 1 : 0,
    'missing-cells': header.missing,
    'no-recording': count(records, (record) => record.cause === 'no-recording'),
    failures: count(
      records,
      (record) =>
        record.status === 'failed' &&
        record.cause !== 'no-recording' &&
        record.cause !== 'model-unavailable',
    ),
    void: count(cells, (row) => row.compaction.contextCut || row.probes.voidProbes > 0),
    'few-transcripts': count(rows, (row) => row.counts.transcripts < MIN_CLUSTERS),
    'no-ceiling': records.length > 0 && !records.some((r) => r.role === 'ceiling') ? 1 : 0,
    'no-floor': records.length > 0 && !records.some((r) => r.role === 'floor') ? 1 : 0,
    'no-random': records.length > 0 && !records.some((r) => r.role === 'random') ? 1 : 0,
    'not-beating-random': count(summary.random, (row) => row.finding === 'does-not-beat'),
    violations: count(records, (record) => record.violations.length > 0 && !isControl(record)),
    unscored: cells
      .filter((row) => row.record.contextBlob !== null)
      .reduce((sum, row) => sum + row.probes.probesUnscored, 0),
    'not-graded': records.length > 0 && cells.every((row) => row.graded === null) ? 1 : 0,
    'mixed-clocks': header.clocks.length > 1 ? 1 : 0,
    'real-clock': header.clocks.includes('real') ? 1 : 0,
    'mixed-sources': sources.size > 1 ? 1 : 0,
    synthetic: sources.has(true) ? 1 : 0,
    'scripted-agent': header.agents.some((agent) => agent !== 'model' && agent !== 'human') ? 1 : 0,
    'dev-split': records.some((record) => record.split === 'dev') ? 1 : 0,
  };
  const codes = Object.keys(WARNING_TEXTS) as WarningCode[];
  return codes
    .filter((code) => hits[code] > 0)
    .map((code) => {
      const { message, remedy } = WARNING_TEXTS[code];
      return { code, message: message(hits[code]), remedy };
    });
}

function usesModel(data: RunData): boolean {
  return data.compacted.some((record) => record.model !== null || record.smallModel !== null);
}
