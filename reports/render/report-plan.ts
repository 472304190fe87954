import type { RunSummary } from '../summarize/report-types.ts';
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
import {
  curveSection,
  decaySection,
  nextStepSection,
  paretoSection,
  sessionSection,
} from './views-sections.ts';

/** One section of report.md. Without `rows` it is left out, or says `empty`. */
export interface ReportSection {
  title: string;
  note: string;
  rows(summary: RunSummary): readonly unknown[];
  render(summary: RunSummary): string;
  empty?: string;
}

const CUT = 'Each field: survival / recall in per cent (number of facts).';

/** The sections of report.md in order. */
export const REPORT_SECTIONS: ReportSection[] = [
  {
    title: 'Results',
    note: 'Plain figures are over compacted cells (controls and `tail` whatever their status); "all" also holds fallbacks and skips. Failed and missing cells are in no mean. Means are taken per transcript, then over transcripts; brackets are 95 % intervals by transcript, given from 8 transcripts on. Recall and survival are over the facts that the transcript states. "core" leaves out guessable and unanswerable probes; "normalised" is (recall - floor) / (ceiling - floor).',
    rows: (s) => s.summary,
    render: (s) => viewSection(s.summary, SUMMARY_VIEW),
  },
  {
    title: 'Structure, honesty and cost',
    note: '',
    rows: (s) => s.summary,
    render: (s) => viewSection(s.summary, HONESTY_VIEW),
  },
  {
    title: 'Against random-keep',
    note: 'Survival less that of random-keep at equal tokens kept, transcript by transcript. Its curve is drawn through its budgets and ends at the ceiling; "interpolated" counts transcripts whose value lies between two measured points more than 2 % of the tokens apart.',
    rows: (s) => s.random,
    render: randomSection,
  },
  {
    title: 'At equal tokens kept',
    note: 'Each strategy’s curve over its budgets, transcript by transcript, read at one share of the tokens for all. "interpolated" counts transcripts whose value lies between two measured points; a curve is never extended, so n may differ.',
    rows: (s) => s.budgetCurve.filter((row) => row.survival.n > 0),
    render: curveSection,
  },
  {
    title: 'Pareto fronts',
    note: 'Rows that no other row beats on both axes, within one reader, mode and split, and one clock.',
    rows: (s) => s.pareto,
    render: paretoSection,
  },
  {
    title: 'Replay: after each compaction',
    note: 'Over the sessions that got that far.',
    rows: (s) => s.decay,
    render: decaySection,
  },
  {
    title: 'Replay: whole sessions',
    note: 'The cliff of a kind is the first round after which less than half of its first-round facts survives.',
    rows: (s) => s.sessions,
    render: sessionSection,
  },
  {
    title: 'Continuation',
    note: 'Whether the next step calls the recorded tool, on the recorded target, and repeats nothing that is done.',
    rows: (s) => s.nextSteps,
    render: nextStepSection,
  },
  {
    title: 'By kind of fact',
    note: CUT,
    rows: (s) => s.byKind,
    render: (s) => breakdownSection(s.byKind),
  },
  {
    title: 'By carrier',
    note: CUT,
    rows: (s) => s.byCarrier,
    render: (s) => breakdownSection(s.byCarrier),
  },
  {
    title: 'By position',
    note: `${CUT} Columns are tenths of the transcript.`,
    rows: (s) => s.byPosition,
    render: (s) => breakdownSection(s.byPosition),
  },
  {
    title: 'Causes',
    note: 'Last cause of failures and fallbacks; "seen" counts compactions that met it at all, repaired ones too.',
    rows: (s) => s.causes,
    render: causesSection,
  },
  {
    title: 'Two wordings',
    note: 'A probe that only its first wording answers rewards overlap of words.',
    rows: (s) => s.summary.filter((row) => row.recallParaphrase.value !== null),
    render: (s) => paraphraseSection(s.summary),
  },
  {
    title: 'Guessable probes',
    note: 'The floor answers them: they measure nothing for this reader.',
    rows: (s) => s.guessable,
    render: (s) => probeList(s.guessable),
  },
  {
    title: 'Unanswerable probes',
    note: 'The ceiling misses them: this reader cannot answer them at all.',
    rows: (s) => s.unanswerable,
    render: (s) => probeList(s.unanswerable),
  },
  {
    title: 'Noise floor',
    note: 'Second trial less first trial of the same cells: what repetition alone does. A difference between runs that is no larger is noise.',
    rows: (s) => s.noiseFloor,
    render: noiseSection,
    empty:
      'Not measured: no cell has two trials (`--trials 2`). Model-free compactors repeat exactly.',
  },
];
