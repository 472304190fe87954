import type { ReportHeader, RunSummary } from '../summarize/report-types.ts';
import { formatMs } from './format.ts';

/**
 * The first lines of every report, as plain sentences: whether a strong model took part, which models and why, which readers,
 * which clock, which data, how much of the plan has a record. Untrusted parts are not escaped yet.
 */
export function firstLines(summary: RunSummary): string[] {
  const { header } = summary;
  return [
    ...strengthLine(header),
    modelsLine(header),
    `Readers: ${listOr(
      header.readers.map((r) => r.id),
      'none',
    )}.`,
    clockLine(header),
    `Data: ${listOr(
      header.datasets.map((d) => `${d.name} ${d.version} (${d.hash.slice(0, 12)})`),
      'not named',
    )}.`,
    ...(header.agents.length > 0 ? [`Assistant turns: ${header.agents.join(', ')}.`] : []),
    recordLine(summary),
  ];
}

function strengthLine(header: ReportHeader): string[] {
  return header.strongModel
    ? []
    : ['There was no strong model in this run; no figure here compares weak with strong.'];
}

function modelsLine(header: ReportHeader): string {
  const models = header.models.map((model) => {
    const size = model.parameters === null ? '' : `, ${formatParameters(model.parameters)}`;
    return `${model.id} (${model.tier ?? 'tier not known'}${size})`;
  });
  const reason = header.modelsReason === null ? '' : ` ${header.modelsReason}`;
  return `Models: ${listOr(models, 'none')}.${reason}`;
}

function formatParameters(count: number): string {
  return count >= 1e9
    ? `${(count / 1e9).toFixed(1)} B parameters`
    : `${(count / 1e6).toFixed(0)} M parameters`;
}

function clockLine(header: ReportHeader): string {
  const [first] = header.clocks;
  if (header.clocks.length > 1)
    return 'Clock: real for some cells, virtual for others (see the column).';
  if (first === 'virtual') {
    return 'Clock: virtual for model calls (recorded durations); model-free compactors are timed apart, in real time.';
  }
  return first === 'real' ? 'Clock: real.' : 'Clock: none.';
}

function recordLine({ header, summary }: RunSummary): string {
  const seen = new Map<string, string>();
  for (const row of summary) {
    for (const { record, compaction } of row.cells) {
      seen.set(record.compactionKey, compaction.missing ? 'missing' : record.status);
    }
  }
  const counts = new Map<string, number>();
  for (const status of seen.values()) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([s, n]) => `${n} ${s}`);
  const time = header.durationMs === null ? '' : ` Took ${formatMs(header.durationMs)}.`;
  return `Cells: ${header.recorded} of ${header.planned} planned have a record (${parts.join(', ') || 'none'}).${time}`;
}

function listOr(items: readonly string[], empty: string): string {
  return items.length > 0 ? items.join(', ') : empty;
}
