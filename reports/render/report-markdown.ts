import type { RunSummary } from '../summarize/report-types.ts';
import { escapeMarkdown } from './escape.ts';
import { firstLines } from './first-lines.ts';
import { REPORT_SECTIONS } from './report-plan.ts';

/** report.md. Everything untrusted in it is escaped. Pure. */
export function renderReportMarkdown(summary: RunSummary): string {
  const head = firstLines(summary).map((line) => `- ${escapeMarkdown(line)}`);
  const sections = REPORT_SECTIONS.flatMap(({ title, note, rows, render, empty }) => {
    const isEmpty = rows(summary).length === 0;
    if (isEmpty && empty === undefined) return [];
    return [`## ${title}`, note, isEmpty ? (empty ?? '') : render(summary)];
  });
  const parts = [
    '# Compactor benchmark',
    head.join('\n'),
    ...warningsSection(summary),
    ...sections,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function warningsSection({ warnings }: RunSummary): string[] {
  if (warnings.length === 0) return [];
  const lines = warnings.map(({ code, message, remedy }) => `- \`${code}\`: ${message} ${remedy}`);
  return ['## Warnings', lines.join('\n')];
}
