import { formatDifference, formatP } from '../compare/format.ts';
import { metricOf } from '../compare/metrics.ts';
import type { FactChange } from '../compare/types.ts';
import { clip, escapeMarkdown } from '../render/escape.ts';
import { formatValue } from '../render/format.ts';
import { columnsFrom, markdownTable } from '../render/markdown-table.ts';
import { formatMargin } from './reasons.ts';
import type { Finding, GateResult } from './types.ts';

/** Longest list of facts that is printed; the JSON holds all. */
const LISTED_FACTS = 40;

/** The verdict for people: the verdict and its reasons first, then every figure behind it. Everything untrusted is escaped. Pure. */
export function renderGateMarkdown(result: GateResult): string {
  const title = result.refusals.length > 0 ? 'refused' : result.verdict;
  const reasons = result.reasons.map(
    ({ verdict, sentence }) => `- **${verdict}**: ${escapeMarkdown(sentence)}`,
  );
  return [
    `# Gate: ${title}`,
    reasons.length > 0 ? reasons.join('\n') : '- Nothing is worse than its margin allows.',
    ...(result.refusals.length > 0 ? [] : [scopeLine(result)]),
    ...tables(result),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function scopeLine({ pairs, transcripts, level, noRecording, notes }: GateResult): string {
  const lines = [
    `${pairs} cells of ${transcripts} transcripts are in both runs; intervals are ${Number((level * 100).toFixed(1))} %, by transcript.`,
    ...noRecording.map(
      ({ reader, probes }) =>
        `${probes} probes have no recorded answer by ${reader}, since their contexts are new: they are left out of recall and are not counted as missing.`,
    ),
    ...notes,
  ];
  return lines.map((line) => `- ${escapeMarkdown(line)}`).join('\n');
}

function tables(result: GateResult): string[] {
  const groups = result.groups.filter((finding) => finding.basis !== 'equal');
  return [
    ...(result.overall.length > 0 ? ['## Overall', findingTable(result.overall)] : []),
    ...(groups.length > 0
      ? [
          '## Groups that changed',
          'A group fails only when its loss is shown after Holm’s adjustment over all of them. "Shows" is the smallest loss that a group of this size would show with probability 0.8; a group that can show none is `too-small`.',
          findingTable(groups),
        ]
      : []),
    ...factSection('Facts newly lost', result.lost, 'lost'),
    ...factSection('Facts newly kept', result.gained, 'gained'),
  ];
}

function findingTable(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => {
    const { difference } = finding;
    const { unit, label } = metricOf(difference.metric);
    const format = unit === 'points' ? 'rate' : 'number';
    const { facts } = difference;
    return [
      difference.group.type === 'overall' ? 'all' : difference.group.name,
      difference.reader === null ? label : `${label} by ${difference.reader}`,
      formatValue(difference.baseline, format),
      formatValue(difference.candidate, format),
      difference.unchanged ? '0' : formatDifference(difference),
      formatMargin(finding),
      String(difference.difference.n),
      finding.adjusted === null ? '' : formatP(finding.adjusted),
      facts === null ? '' : `${facts.lost} / ${facts.gained} (${formatP(facts.p)})`,
      finding.detectable === null ? '' : `${Number((finding.detectable * 100).toFixed(1))} points`,
      finding.verdict,
    ];
  });
  return markdownTable(
    [
      'group',
      'metric',
      'baseline',
      'candidate',
      'difference',
      'margin',
      'n',
      'p (Holm)',
      'facts lost / gained (McNemar)',
      'shows',
      'verdict',
    ],
    rows,
    { right: columnsFrom(2, 9) },
  );
}

function factSection(
  title: string,
  changes: readonly FactChange[],
  count: 'lost' | 'gained',
): string[] {
  if (changes.length === 0) return [];
  const rows = changes
    .slice(0, LISTED_FACTS)
    .map((change) => [
      change.factId,
      change.kind ?? 'n/a',
      change.transcript,
      clip(change.quote ?? change.statement ?? 'n/a', 100),
      String(change[count]),
      change.compactors.join(', '),
    ]);
  const rest = changes.length - rows.length;
  return [
    `## ${title}`,
    markdownTable(['fact', 'kind', 'transcript', 'quote', 'cells', 'compactors'], rows, {
      right: new Set([4]),
    }),
    ...(rest > 0 ? [`and ${rest} more (see the JSON).`] : []),
  ];
}
