import { quantile } from 'simple-statistics';
import type { TimedRecord } from '../../harness/index.ts';
import type { CellRow, LatencyFigures } from './types.ts';

/**
 * Latency of a group. A compactor that asks no model is timed apart, by repeated runs on the real clock; where it was, those
 * samples count. Otherwise every attempt that ended counts, failed ones too (a slow failure is slow), skipped, cancelled and
 * missing ones do not. Two clocks are never mixed: all null then.
 */
export function summarizeLatency(
  rows: readonly CellRow[],
  timed: readonly TimedRecord[],
): LatencyFigures {
  const first = rows[0]?.record;
  if (first?.model === null) {
    const samples = timedSamples(rows, timed);
    if (samples.length > 0) return figures(samples, 'real');
  }
  const ended = rows.filter(
    ({ record, compaction }) =>
      !compaction.missing && record.status !== 'skipped' && record.status !== 'cancelled',
  );
  const clocks = new Set(ended.map((row) => row.record.clock));
  const [clock] = clocks;
  if (clock === undefined || clocks.size > 1) return figures([], null);
  const values = ended.map((row) => row.compaction.latencyMs).filter((value) => value !== null);
  return figures(values, clock);
}

/** Samples of this compactor, with these params where there are any (an oracle's differ by transcript); on the group's transcripts where those were timed. */
function timedSamples(rows: readonly CellRow[], timed: readonly TimedRecord[]): number[] {
  const first = rows[0]?.record;
  const params = JSON.stringify(first?.params ?? null);
  const transcripts = new Set(rows.map((row) => row.record.transcript));
  const byName = timed.filter((record) => record.compactor === first?.compactor);
  const byParams = prefer(byName, (record) => JSON.stringify(record.params) === params);
  const here = prefer(byParams, (record) => transcripts.has(record.transcript));
  return here.flatMap((record) => record.measured.samplesMs);
}

/** Those that pass, or all where none does. */
function prefer<T>(list: readonly T[], test: (item: T) => boolean): readonly T[] {
  const passing = list.filter(test);
  return passing.length > 0 ? passing : list;
}

function figures(values: number[], clock: LatencyFigures['clock']): LatencyFigures {
  const at = (p: number) => (values.length === 0 ? null : quantile(values, p));
  return {
    p50Ms: at(0.5),
    p90Ms: at(0.9),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    n: values.length,
    clock: values.length === 0 ? null : clock,
  };
}
