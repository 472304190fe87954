import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import {
  renderReportMarkdown,
  renderSummaryCsv,
  renderSummaryJson,
  summarizeRun,
} from '../../../reports/index.ts';
import { cell, failedCell, graded, header, log, probe } from '../support.ts';

function row(summary: ReturnType<typeof summarizeRun>): Record<string, string> {
  const rows: Record<string, string>[] = parse(renderSummaryCsv(summary), { columns: true });
  return rows[0] ?? {};
}

describe('what is missing', () => {
  it('is an empty field, null and n/a where every cell failed', () => {
    const summary = summarizeRun(log([failedCell({ cause: 'empty', facts: ['a'] })]));
    const fields = row(summary);
    expect([fields.survival, fields.recall, fields.reduction, fields.survival_all]).toEqual([
      '',
      '',
      '',
      '',
    ]);
    expect([fields.n_cells, fields.n_failed, fields.n_compacted, fields.failure_rate]).toEqual([
      '1',
      '1',
      '0',
      '1',
    ]);
    expect(JSON.parse(renderSummaryJson(summary)).rows[0].survival).toBeNull();
    expect(renderReportMarkdown(summary)).toMatch(/\| sliding-window \| n\/a \| n\/a \|/);
  });

  it('leaves an unscored probe out of recall, and counts it', () => {
    const record = cell({ facts: ['a', 'b', 'c'], kept: ['a'] });
    const summary = summarizeRun(
      log([
        record,
        graded(record, [probe('a', 'right'), probe('b', 'wrong'), probe('c', 'no-recording')]),
      ]),
    );
    expect(row(summary)).toMatchObject({ recall: '0.5', n_unscored: '1' });
  });

  it('counts a cell without a recording as missing and outside the rates', () => {
    const lost = failedCell({ cause: 'no-recording', model: 'm', transcript: 't2' });
    const summary = summarizeRun(log([cell({ model: 'm', kept: ['a'] }), lost]));
    expect(row(summary)).toMatchObject({
      n_cells: '2',
      n_missing: '1',
      n_failed: '0',
      failure_rate: '0',
    });
  });

  it('counts a planned cell without a record in its own group', () => {
    const done = cell({ kept: ['a'] });
    const absent = cell({ transcript: 't2' });
    const run = [
      header([done, absent], { plannedCells: [done, absent] }),
      done,
      graded(done, [probe('a', 'right')]),
    ];
    const summary = summarizeRun(run);
    expect(row(summary)).toMatchObject({ n_cells: '2', n_missing: '1', n_transcripts: '1' });
    expect(summary.header).toMatchObject({ planned: 2, recorded: 1, missing: 1 });
    expect(summary.warnings.map((warning) => warning.code)).toContain('missing-cells');
  });

  it('reports stale and invented as missing for a reader that cannot abstain', () => {
    const record = cell({ facts: ['a'], kept: ['a'] });
    const summary = summarizeRun(
      log([
        record,
        graded(record, [
          probe('a', 'right', { kind: 'superseded' }),
          probe('b', 'wrong', { kind: 'absent' }),
        ]),
      ]),
    );
    expect(row(summary)).toMatchObject({ stale_rate: '', invented_rate: '' });
  });

  it('gives no latency to a model-free compactor on a virtual clock, which has none', () => {
    expect(row(summarizeRun(log([cell({ latencyMs: 0 })])))).toMatchObject({
      latency_p50_ms: '',
      clock: '',
    });
  });
});
