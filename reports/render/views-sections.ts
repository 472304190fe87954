import type { RunSummary } from '../summarize/report-types.ts';
import { escapeMarkdown } from './escape.ts';
import { formatEstimate, formatMs, formatRate, formatValue } from './format.ts';
import { byScope, formatBudget, formatCompactor, formatScope } from './labels.ts';
import { columnsFrom, markdownTable } from './markdown-table.ts';

/** Strategies at equal tokens kept. */
export function curveSection({ budgetCurve }: RunSummary): string {
  const rows = budgetCurve
    .filter((row) => row.survival.n > 0)
    .map((row) => [
      formatCompactor(row.group),
      row.group.reader ?? 'none',
      row.group.split,
      formatRate(row.kept),
      formatEstimate(row.survival),
      formatEstimate(row.recall),
      String(row.survival.n),
      String(row.interpolated),
    ]);
  const headers = [
    'compactor',
    'reader',
    'split',
    'tokens kept',
    'survival',
    'recall',
    'n',
    'interpolated',
  ];
  return markdownTable(headers, rows, { right: columnsFrom(3, 7) });
}

/** The rows on each front, cheapest first. */
export function paretoSection({ pareto }: RunSummary): string {
  const rows = pareto
    .filter((row) => row.onFront)
    .sort((a, b) => COST_ORDER.indexOf(a.cost) - COST_ORDER.indexOf(b.cost) || a.x - b.x)
    .map((row) => [
      `${row.measure} against ${row.cost}`,
      row.group.reader ?? 'none',
      row.group.split,
      row.group.mode,
      formatCompactor(row.group),
      formatBudget(row.group),
      row.cost === 'latency'
        ? formatMs(row.x)
        : row.cost === 'money'
          ? formatValue(row.x, 'usd')
          : formatRate(row.x),
      formatRate(row.y),
    ]);
  const headers = [
    'front',
    'reader',
    'split',
    'mode',
    'compactor',
    'budget',
    'cost',
    'recall or survival',
  ];
  return markdownTable(headers, rows, { right: columnsFrom(6, 7) });
}

const COST_ORDER = ['tokens kept', 'latency', 'money'];

/** Survival and recall after each compaction of a session. */
export function decaySection({ decay }: RunSummary): string {
  return byScope(decay)
    .map((table) => {
      const [first] = table;
      const rows = table.map((row) => [
        formatCompactor(row.group),
        String(row.round),
        String(row.transcripts),
        formatRate(row.survival),
        formatRate(row.firstRoundSurvival),
        formatRate(row.recall),
        formatRate(row.staleRate),
        String(row.violations),
      ]);
      const headers = [
        'compactor',
        'round',
        'n',
        'survival',
        'survival of first-round facts',
        'recall',
        'stale',
        'violations',
      ];
      const scope =
        first === undefined ? '' : `**${escapeMarkdown(formatScope(first.group))}**\n\n`;
      return scope + markdownTable(headers, rows, { right: columnsFrom(1, 7) });
    })
    .join('\n\n');
}

/** Sessions as a whole, with the round at which each kind falls off. */
export function sessionSection({ sessions }: RunSummary): string {
  const rows = sessions.map((row) => [
    formatCompactor(row.group),
    row.group.reader ?? 'none',
    row.group.split,
    String(row.transcripts),
    row.compactions.toFixed(1),
    formatValue(row.tokensSent, 'count'),
    formatValue(row.tokensSentUncompacted, 'count'),
    row.cliffs.map(({ kind, round }) => `${kind} ${round}`).join(', ') || 'none',
  ]);
  const headers = [
    'compactor',
    'reader',
    'split',
    'n',
    'compactions',
    'tokens sent',
    'without compaction',
    'cliff (kind and round)',
  ];
  return markdownTable(headers, rows, { right: columnsFrom(3, 6) });
}

/** Next steps that were right. */
export function nextStepSection({ nextSteps }: RunSummary): string {
  const rows = nextSteps.map((row) => [
    formatCompactor(row.group),
    row.group.reader ?? 'none',
    formatBudget(row.group),
    row.part,
    `${row.right} of ${row.scored}`,
    String(row.unscored),
  ]);
  return markdownTable(['compactor', 'reader', 'budget', 'part', 'right', 'unscored'], rows, {
    right: columnsFrom(4, 5),
  });
}
