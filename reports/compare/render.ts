import Table from 'cli-table3';
import { clip, escapeControls, escapeMarkdown } from '../render/escape.ts';
import { formatValue } from '../render/format.ts';
import { columnsFrom, markdownTable } from '../render/markdown-table.ts';
import type { Colors } from '../render/terminal.ts';
import type { Comparison } from './compare.ts';
import { formatDifference } from './format.ts';
import { metricOf } from './metrics.ts';
import type { FactChange, MetricDifference } from './types.ts';

const RIGHT = columnsFrom(2, 5);

/** A comparison as Markdown: doubts first, then overall, groups, and the facts that one run keeps and the other loses. Pure. */
export function renderCompareMarkdown(comparison: Comparison): string {
  const { names, overall, groups, lost, gained } = comparison;
  const headers = headersOf(comparison);
  const changed = groups.filter((row) => !row.unchanged);
  return [
    '# Comparison',
    contextLines(comparison)
      .map((line) => `- ${escapeMarkdown(line)}`)
      .join('\n'),
    '## Overall (no controls)',
    markdownTable(headers, overall.map(differenceRow), { right: RIGHT }),
    '## Groups that differ',
    changed.length > 0
      ? markdownTable(headers, changed.map(differenceRow), { right: RIGHT })
      : 'None: every paired value of every group is equal.',
    ...factSection(`Facts that only ${names.baseline} keeps`, lost, 'lost'),
    ...factSection(`Facts that only ${names.candidate} keeps`, gained, 'gained'),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** The same for a terminal, without the lists of facts. Control characters of untrusted texts are shown as codes. Pure. */
export function renderCompareTerminal(comparison: Comparison, colors: Colors): string {
  const rows = [...comparison.overall, ...comparison.groups.filter((row) => !row.unchanged)];
  const table = new Table({
    head: headersOf(comparison).map((title) => colors.bold(escapeControls(title))),
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows)
    table.push(differenceRow(row).map((text) => escapeControls(clip(text, 60))));
  const { lost, gained, names } = comparison;
  const facts = `${lost.length} facts survive in ${names.baseline} alone somewhere, ${gained.length} in ${names.candidate} alone.`;
  return `${[...contextLines(comparison), facts].map((line) => escapeControls(line)).join('\n')}\n\n${table.toString()}\n`;
}

function headersOf({ names }: Comparison): string[] {
  return ['group', 'metric', names.baseline, names.candidate, 'difference', 'n'];
}

function contextLines(comparison: Comparison): string[] {
  const { pairs, transcripts, doubts, onlyBaseline, onlyCandidate, names } = comparison;
  const list = (rows: { compactor: string; cells: number }[]) =>
    rows.map(({ compactor, cells }) => `${compactor} (${cells})`).join(', ');
  return [
    ...doubts.map(({ message }) => `Not comparable: ${message}`),
    `${pairs} cells of ${transcripts} transcripts are in both runs. Differences are ${names.candidate} less ${names.baseline}.`,
    ...(onlyBaseline.length > 0 ? [`Only in ${names.baseline}: ${list(onlyBaseline)}.`] : []),
    ...(onlyCandidate.length > 0 ? [`Only in ${names.candidate}: ${list(onlyCandidate)}.`] : []),
  ];
}

function differenceRow(row: MetricDifference): string[] {
  const { unit, label } = metricOf(row.metric);
  const format = unit === 'points' ? 'rate' : 'number';
  return [
    row.group.type === 'overall' ? 'all' : row.group.name,
    row.reader === null ? label : `${label} by ${row.reader}`,
    formatValue(row.baseline, format),
    formatValue(row.candidate, format),
    row.unchanged ? '0' : formatDifference(row),
    String(row.difference.n),
  ];
}

function factSection(title: string, changes: readonly FactChange[], count: 'lost' | 'gained') {
  if (changes.length === 0) return [];
  const rows = changes.map((change) => [
    change.factId,
    change.kind ?? 'n/a',
    change.transcript,
    clip(change.quote ?? change.statement ?? 'n/a', 100),
    String(change[count]),
    change.compactors.join(', '),
  ]);
  return [
    `## ${escapeMarkdown(title)}`,
    markdownTable(['fact', 'kind', 'transcript', 'quote', 'cells', 'compactors'], rows, {
      right: new Set([4]),
    }),
  ];
}
