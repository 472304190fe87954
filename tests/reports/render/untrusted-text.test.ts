import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import {
  renderCellsCsv,
  renderFactsCsv,
  renderReportMarkdown,
  renderSummaryCsv,
  renderTerminalTable,
  summarizeRun,
} from '../../../reports/index.ts';
import { cell, factInfo, graded, log, PLAIN_COLORS, probe } from '../support.ts';

const ESC = '\u001b';
const HOSTILE = `=HYPERLINK("http://x","y")${ESC}[2J${ESC}]0;owned\u0007\u202e|\u0000<script>alert(1)</script> **bold** \`code\``;

function hostileRun() {
  const spec = { compactor: HOSTILE, transcript: HOSTILE, model: `@SUM(A1)${ESC}[31m` };
  const floor = cell({ ...spec, role: 'floor', facts: ['f'], kept: [] });
  const ceiling = cell({
    ...spec,
    compactor: 'identity',
    role: 'ceiling',
    facts: ['f'],
    kept: ['f'],
  });
  return log(
    [
      floor,
      graded(floor, [probe('f', 'right', { answer: HOSTILE })]),
      ceiling,
      graded(ceiling, [probe('f', 'wrong', { answer: '-2+3' })]),
    ],
    {
      facts: [factInfo('f', HOSTILE, { statement: HOSTILE })],
      settings: { modelsReason: HOSTILE },
      datasets: [{ name: HOSTILE, version: '1', hash: 'h' }],
    },
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

describe('untrusted text', () => {
  const summary = summarizeRun(hostileRun());

  it.each([
    ['cells.csv', renderCellsCsv],
    ['facts.csv', renderFactsCsv],
    ['summary.csv', renderSummaryCsv],
    ['report.md', renderReportMarkdown],
  ])('leaves no control character in %s', (_name, render) => {
    expect(render(summary)).not.toMatch(CONTROL);
  });

  it('leaves no control character in the terminal', () => {
    expect(renderTerminalTable(summary, PLAIN_COLORS)).not.toMatch(CONTROL);
  });

  it('is no formula in any CSV field, and stays in one field', () => {
    for (const render of [renderCellsCsv, renderFactsCsv, renderSummaryCsv]) {
      const rows: string[][] = parse(render(summary));
      expect(new Set(rows.map((row) => row.length)).size).toBe(1);
      for (const field of rows.flat()) expect(field).not.toMatch(/^[=+@\t\r]/);
    }
    const [head, ...rows]: string[][] = parse(renderFactsCsv(summary));
    const answers = rows.map((row) => row[head?.indexOf('answer') ?? -1]);
    expect(answers).toEqual([
      `'=HYPERLINK("http://x","y")\\u001b[2J\\u001b]0;owned\\u0007\\u202e|\\u0000<script>alert(1)</script> **bold** \`code\``,
      "'-2+3",
    ]);
  });

  it('keeps negative numbers as numbers in CSV', () => {
    const grown = summarizeRun(log([cell({ tokensAfter: 1500 })]));
    const [head, row]: string[][] = parse(renderCellsCsv(grown));
    expect(row?.[head?.indexOf('reduction') ?? -1]).toBe('-0.5');
  });

  it('is inert in Markdown', () => {
    const markdown = renderReportMarkdown(summary);
    expect(markdown).not.toContain('<script>');
    expect(markdown).not.toContain('**bold**');
    const table = markdown
      .split('\n')
      .filter((line) => line.includes('HYPERLINK') && line.startsWith('|'));
    expect(table.length).toBeGreaterThan(0);
    for (const line of table) expect(line).toContain('\\|');
  });
});
