import { describe, expect, it } from 'vitest';
import { simulateCoverage } from '../../../reports/simulate/coverage.ts';
import { simulateGate } from '../../../reports/simulate/gate-rates.ts';
import { simulatePower } from '../../../reports/simulate/power.ts';

// Small forms of `npm run simulate`; the bounds are the true rates with room for chance at these numbers of runs.
describe('where the truth is known', () => {
  it.each([
    [24, 0.93, 0.97],
    [8, 0.91, 0.98],
  ])('intervals over %i transcripts cover it as often as they say', (transcripts, low, high) => {
    const { covered, runs } = simulateCoverage({
      method: 'cluster-t',
      transcripts,
      runs: 4000,
      seed: 11,
    });
    expect(covered / runs).toBeGreaterThanOrEqual(low);
    expect(covered / runs).toBeLessThanOrEqual(high);
  });

  it('the gate fails a loss of ten points, and names no other compactor', () => {
    const rates = simulateGate({
      transcripts: 24,
      compactors: 1,
      runs: 30,
      seed: 5,
      change: { type: 'lose', loss: 1 / 7 },
    });
    expect(rates.fail / rates.runs).toBeGreaterThanOrEqual(0.9);
  });

  it('the gate does not fail a noisy run against its repetition', () => {
    const rates = simulateGate({
      transcripts: 24,
      compactors: 2,
      runs: 60,
      seed: 6,
      change: { type: 'repeat' },
    });
    expect(rates.overallFail / rates.runs).toBeLessThanOrEqual(0.05);
    expect(rates.groupFail / rates.runs).toBeLessThanOrEqual(0.1);
  });

  it('power grows with the loss and with the facts, and the formula agrees with it', () => {
    const curve = (facts: number) =>
      simulatePower({
        transcripts: 24,
        facts,
        losses: [0.05, 0.1, 0.2, 0.4],
        alpha: 0.0025,
        margin: 0.02,
        runs: 300,
        seed: 7,
      });
    const [few, many] = [curve(60), curve(600)];
    const powers = (points: typeof few.points) => points.map((point) => point.power);
    expect(powers(few.points)).toEqual([...powers(few.points)].sort((a, b) => a - b));
    for (const [index, power] of powers(few.points).entries()) {
      expect(powers(many.points)[index]).toBeGreaterThanOrEqual(power);
    }
    const atFormula = simulatePower({
      transcripts: 24,
      facts: 300,
      losses: [curve(300).detectable ?? 1],
      alpha: 0.0025,
      margin: 0.02,
      runs: 600,
      seed: 8,
    });
    expect(atFormula.points[0]?.power).toBeGreaterThan(0.65);
    expect(atFormula.points[0]?.power).toBeLessThan(0.95);
  });
});
