import { describe, expect, it } from 'vitest';
import {
  renderCellsCsv,
  renderFactsCsv,
  renderReportMarkdown,
  renderSummaryCsv,
  renderSummaryJson,
  renderTerminalTable,
  summarizeRun,
} from '../../../reports/index.ts';
import { sampleRun } from '../sample.ts';
import { PLAIN_COLORS } from '../support.ts';

describe('a whole report of a small run', () => {
  const summary = summarizeRun(sampleRun());

  it('cells.csv', () => expect(renderCellsCsv(summary)).toMatchSnapshot());
  it('facts.csv', () => expect(renderFactsCsv(summary)).toMatchSnapshot());
  it('summary.csv', () => expect(renderSummaryCsv(summary)).toMatchSnapshot());
  it('summary.json', () => expect(renderSummaryJson(summary)).toMatchSnapshot());
  it('report.md', () => expect(renderReportMarkdown(summary)).toMatchSnapshot());
  it('terminal', () => expect(renderTerminalTable(summary, PLAIN_COLORS)).toMatchSnapshot());
});
