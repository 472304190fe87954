import { wilsonInterval } from '../statistics/wilson.ts';
import type { CoverageResult } from './coverage.ts';
import type { GateRates } from './gate-rates.ts';
import type { PowerCurve } from './power.ts';

/** A rate with its Wilson interval: `95.1 % [94.4, 95.7] of 4000`. */
export function formatCount(hits: number, total: number): string {
  const { low, high } = wilsonInterval({ hits, total });
  const percent = (value: number | null) => (value === null ? 'n/a' : (value * 100).toFixed(1));
  return `${percent(total === 0 ? null : hits / total)} % [${percent(low)}, ${percent(high)}] of ${total}`;
}

/** One line a coverage. */
export function renderCoverage(result: CoverageResult): string {
  const { method, transcripts, covered, runs } = result;
  return `coverage of 95 % intervals, ${method}, ${transcripts} transcripts: ${formatCount(covered, runs)}`;
}

/** One line a scenario. */
export function renderGateRates(name: string, rates: GateRates): string {
  const { runs, fail, pass, inconclusive, overallFail, groupFail } = rates;
  return [
    `gate, ${name}:`,
    `  fail ${formatCount(fail, runs)}; pass ${pass}, inconclusive ${inconclusive}`,
    `  an overall metric fails: ${formatCount(overallFail, runs)}`,
    `  any group fails:         ${formatCount(groupFail, runs)}`,
  ].join('\n');
}

/** A table of power by number of facts and loss. */
export function renderPower(curves: readonly PowerCurve[]): string {
  const [first] = curves;
  if (first === undefined) return '';
  const losses = first.points.map((point) => point.loss);
  const cell = (text: string) => text.padStart(8);
  const head = [
    'facts'.padEnd(8),
    ...losses.map((loss) => cell(`-${(loss * 100).toFixed(0)} pts`)),
    cell('formula'),
  ];
  const rows = curves.map((curve) =>
    [
      String(curve.facts).padEnd(8),
      ...curve.points.map((point) => cell(point.power.toFixed(2))),
      cell(curve.detectable === null ? 'none' : `-${(curve.detectable * 100).toFixed(1)}`),
    ].join(''),
  );
  return [
    `power of a group test, ${first.transcripts} transcripts, one-sided level ${first.alpha} (formula: loss found with 0.8)`,
    head.join(''),
    ...rows,
  ].join('\n');
}
