import { describe, expect, it } from 'vitest';
import { gateRuns } from '../../../reports/index.ts';
import { call } from '../support.ts';
import { run } from './support.ts';

const timed = (clock: 'real' | 'virtual', latencyMs: number) =>
  run({ change: () => ({ clock, latencyMs, model: 'm', calls: [call()] }) });

describe('p95 latency', () => {
  it('decides on the virtual clock', () => {
    const result = gateRuns({
      baseline: timed('virtual', 1000),
      candidate: timed('virtual', 1500),
    });
    expect(result.verdict).toBe('fail');
    expect(result.reasons[0]?.sentence).toMatch(
      /^p95 latency over all compactors changed by \+50\.0 % \[\+50\.0 %, \+50\.0 %\]/,
    );
  });

  it('is shown, and decides nothing, on the real clock unless asked to', () => {
    const runs = { baseline: timed('real', 1000), candidate: timed('real', 1500) };
    const shown = gateRuns(runs);
    expect(shown.verdict).toBe('pass');
    expect(shown.overall.find((f) => f.difference.metric === 'latency')?.verdict).toBe('shown');
    expect(gateRuns({ ...runs, thresholds: { realLatency: true } }).verdict).toBe('fail');
  });
});
