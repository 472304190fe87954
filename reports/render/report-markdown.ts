import type { RunSummary } from '../summarize/types.ts';
import { escapeMarkdown } from './escape.ts';
import { firstLines } from './first-lines.ts';
import {
  breakdownSection,
  causesSection,
  noiseSection,
  paraphraseSection,
  probeList,
  randomSection,
  viewSection,
} from './report-sections.ts';
import { HONESTY_VIEW, SUMMARY_VIEW } from './summary-view.ts';

const PLAIN =
  'Plain figures are over compacted cells (controls and `tail` whatever their status); "all" also holds fallbacks and skips. Failed and missing cells are in no mean. Means are taken per transcript, then over transcripts; brackets are 95 % intervals by transcript, given from 8 transcripts on. "core" leaves out guessable and unanswerable probes; "normalised" is (recall - floor) / (ceiling - floor).';
const CUT = 'Each field: survival / recall in per cent (number of facts).';
const RANDOM =
  'Survival less that of random-keep at equal tokens kept, transcript by transcript. Its curve is drawn through its budgets and ends at the ceiling; "interpolated" counts transcripts whose value lies between two measured points more than 2 % of the tokens apart.';
const NOISE =
  'Second trial less first trial of the same cells: what repetition alone does. A difference between runs that is no larger is noise.';

/** report.md. Everything untrusted in it is escaped. Pure. */
export function renderReportMarkdown(summary: RunSummary): string {
  const sections: [title: string, note: string, body: string | null][] = [
    ['Results', PLAIN, whenAny(summary.summary, () => viewSection(summary.summary, SUMMARY_VIEW))],
    [
      'Structure, honesty and cost',
      '',
      whenAny(summary.summary, () => viewSection(summary.summary, HONESTY_VIEW)),
    ],
    ['Against random-keep', RANDOM, whenAny(summary.random, () => randomSection(summary))],
    ['By kind of fact', CUT, whenAny(summary.byKind, () => breakdownSection(summary.byKind))],
    ['By carrier', CUT, whenAny(summary.byCarrier, () => breakdownSection(summary.byCarrier))],
    [
      'By position',
      `${CUT} Columns are tenths of the transcript.`,
      whenAny(summary.byPosition, () => breakdownSection(summary.byPosition)),
    ],
    [
      'Causes',
      'Last cause of failures and fallbacks; "seen" counts compactions that met it at all, repaired ones too.',
      whenAny(summary.causes, () => causesSection(summary)),
    ],
    [
      'Two wordings',
      '',
      whenAny(
        summary.summary.filter((row) => row.recallParaphrase.value !== null),
        () => paraphraseSection(summary.summary),
      ),
    ],
    [
      'Guessable probes',
      'The floor answers them: they measure nothing for this reader.',
      whenAny(summary.guessable, () => probeList(summary.guessable)),
    ],
    [
      'Unanswerable probes',
      'The ceiling misses them: this reader cannot answer them at all.',
      whenAny(summary.unanswerable, () => probeList(summary.unanswerable)),
    ],
    [
      'Noise floor',
      NOISE,
      whenAny(summary.noiseFloor, () => noiseSection(summary)) ??
        'Not measured: no cell has two trials (`--trials 2`). Model-free compactors repeat exactly.',
    ],
  ];
  return [
    '# Compactor benchmark',
    firstLines(summary)
      .map((line) => `- ${escapeMarkdown(line)}`)
      .join('\n'),
    ...warningsSection(summary),
    ...sections.flatMap(([title, note, body]) =>
      body === null ? [] : [`## ${title}`, ...(note === '' ? [] : [note]), body],
    ),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function warningsSection({ warnings }: RunSummary): string[] {
  if (warnings.length === 0) return [];
  const lines = warnings.map(({ code, message, remedy }) => `- \`${code}\`: ${message} ${remedy}`);
  return ['## Warnings', lines.join('\n')];
}

function whenAny(rows: readonly unknown[], render: () => string): string | null {
  return rows.length === 0 ? null : render();
}
