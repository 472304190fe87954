import { describe, expect, it } from 'vitest';
import {
  renderCellsCsv,
  renderFactsCsv,
  renderSummaryCsv,
  summarizeRun,
} from '../../../reports/index.ts';
import { sampleRun } from '../sample.ts';

describe('rows', () => {
  it('stand in plan order whatever order the cells ended in', () => {
    const run = sampleRun();
    const [head, ...rest] = run;
    const shuffled = head === undefined ? [] : [head, ...rest.reverse()];
    for (const render of [renderCellsCsv, renderFactsCsv, renderSummaryCsv]) {
      expect(render(summarizeRun(shuffled))).toBe(render(summarizeRun(run)));
    }
  });

  it('appear once when a log holds a record twice', () => {
    const run = sampleRun();
    expect(renderCellsCsv(summarizeRun([...run, ...run]))).toBe(renderCellsCsv(summarizeRun(run)));
  });
});
