import { describe, expect, it } from 'vitest';
import type { TimedRecord } from '../../../harness/index.ts';
import { summarizeRun } from '../../../reports/index.ts';
import { call, cell, failedCell, log } from '../support.ts';

const timed = (
  compactor: string,
  samplesMs: number[],
  over: Partial<TimedRecord> = {},
): TimedRecord => ({
  type: 'timed',
  compactor,
  params: {},
  sizeClass: 'small',
  transcript: 't1',
  measured: { samplesMs, p50Ms: 0, p95Ms: 0 },
  ...over,
});

describe('latency', () => {
  it('of a model-free compactor is that of its repeated timings, on the real clock', () => {
    const { summary } = summarizeRun(
      log([cell(), timed('sliding-window', [1, 2, 3]), timed('other', [99])]),
    );
    expect(summary[0]?.latency).toMatchObject({ p50Ms: 2, p95Ms: 2.9, n: 3, clock: 'real' });
  });

  it('of an oracle, whose params differ by transcript, is found by its name', () => {
    const oracle = cell({ compactor: 'oracle-keep', role: 'oracle', params: { facts: 'h1' } });
    const { summary } = summarizeRun(
      log([oracle, timed('oracle-keep', [4], { params: { facts: 'h2' } })]),
    );
    expect(summary[0]?.latency).toMatchObject({ p50Ms: 4, clock: 'real' });
  });

  it('of a model-backed one counts failures, since a slow failure is slow, and leaves skips and missing cells out', () => {
    const asks = { compactor: 'summary', model: 'm', calls: [call()] };
    const { summary } = summarizeRun(
      log([
        cell({ ...asks, latencyMs: 100 }),
        failedCell({ ...asks, transcript: 't2', cause: 'timeout-total', latencyMs: 900 }),
        cell({
          ...asks,
          transcript: 't3',
          status: 'skipped',
          reason: 'under-target',
          latencyMs: 1,
        }),
        failedCell({ ...asks, transcript: 't4', cause: 'no-recording', latencyMs: 1 }),
      ]),
    );
    expect(summary[0]?.latency).toMatchObject({ p50Ms: 500, p99Ms: 892, n: 2, clock: 'virtual' });
  });

  it('is not given where two clocks meet', () => {
    const asks = { compactor: 'summary', model: 'm', calls: [call()], latencyMs: 5 };
    const run = summarizeRun(log([cell(asks), cell({ ...asks, transcript: 't2', clock: 'real' })]));
    expect(run.summary[0]?.latency).toMatchObject({ p50Ms: null, clock: null });
    expect(run.warnings.map((warning) => warning.code)).toContain('mixed-clocks');
  });

  it('tells how often and how far a budget was overrun', () => {
    const asks = { compactor: 'summary', model: 'm', calls: [call()], totalMs: 500 };
    const { summary } = summarizeRun(
      log([cell({ ...asks, latencyMs: 400 }), cell({ ...asks, transcript: 't2', latencyMs: 750 })]),
    );
    expect(summary[0]).toMatchObject({ budgetMissRate: 0.5, overBudgetP95Ms: 237.5 });
  });
});
