import { escapeMarkdown } from '../render/escape.ts';
import { formatRate } from '../render/format.ts';
import { columnsFrom, markdownTable } from '../render/markdown-table.ts';
import type { Calibration } from './calibration.ts';

/** A judge's calibration as Markdown: its name, both error rates with intervals, and the errors by label. Pure. */
export function renderCalibrationMarkdown(calibration: Calibration): string {
  const { judge, falsePositive, falseNegative, unscored, labels } = calibration;
  const line = (name: string, { rate, low, high, n }: Calibration['falsePositive']) =>
    `- ${name}: ${formatRate(rate)} [${formatRate(low)}, ${formatRate(high)}] of ${n}`;
  const rows = labels.map((row) => [
    row.label,
    String(row.answers),
    String(row.scored),
    String(row.wrong),
    formatRate(row.scored === 0 ? null : row.wrong / row.scored),
  ]);
  return [
    `# Calibration of the judge ${escapeMarkdown(judge)}`,
    [
      line('Wrong answers accepted (false positives)', falsePositive),
      line('Right answers refused (false negatives)', falseNegative),
      `- Without a verdict: ${unscored}; they are in no rate.`,
    ].join('\n'),
    markdownTable(['answers', 'n', 'scored', 'judged wrongly', 'rate'], rows, {
      right: columnsFrom(1, 4),
    }),
    '',
  ].join('\n\n');
}
