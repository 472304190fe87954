import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '../harness/index.ts';
import { renderCellsCsv, renderFactsCsv, renderSummaryCsv } from './render/csv.ts';
import { renderSummaryJson } from './render/json.ts';
import { renderReportMarkdown } from './render/report-markdown.ts';
import type { RunSummary } from './summarize/report-types.ts';
import { summarizeRun } from './summarize/summarize.ts';

/** The files of a report and who renders each. */
const FILES: [name: string, render: (summary: RunSummary) => string][] = [
  ['cells.csv', renderCellsCsv],
  ['facts.csv', renderFactsCsv],
  ['summary.csv', renderSummaryCsv],
  ['summary.json', renderSummaryJson],
  ['report.md', renderReportMarkdown],
];

/** Summarizes `records` and writes the report files into `dir` (made where missing). A file is replaced whole or not at all. */
export async function writeReport(dir: string, records: readonly RunRecord[]): Promise<RunSummary> {
  const summary = summarizeRun(records);
  await mkdir(dir, { recursive: true });
  for (const [name, render] of FILES) {
    const part = join(dir, `.${name}.part`);
    await writeFile(part, render(summary), 'utf8');
    await rename(part, join(dir, name));
  }
  return summary;
}
