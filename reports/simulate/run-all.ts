import { simulateCoverage } from './coverage.ts';
import { type GateScenario, simulateGate } from './gate-rates.ts';
import { simulatePower } from './power.ts';
import { renderCoverage, renderGateRates, renderPower } from './render.ts';

const LOSSES = [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4];
const FACTS = [30, 60, 120, 300, 600];
/** Holm's first step among 20 groups that changed. */
const GROUP_ALPHA = 0.05 / 20;
const MARGIN = 0.02;

/** Every known-truth simulation, one text each as soon as it is there. `gateRuns` scenarios take most of the time. */
export function* runSimulations(options: {
  seed: number;
  coverageRuns: number;
  gateRuns: number;
  powerRuns: number;
}): Generator<string> {
  const { seed, coverageRuns, gateRuns, powerRuns } = options;
  for (const transcripts of [24, 8]) {
    for (const method of ['cluster-t', 'bootstrap-t'] as const) {
      yield renderCoverage(simulateCoverage({ method, transcripts, runs: coverageRuns, seed }));
    }
  }
  const scenario = (name: string, rest: Omit<GateScenario, 'runs' | 'seed'>) =>
    renderGateRates(name, simulateGate({ ...rest, runs: gateRuns, seed }));
  const repeat = { type: 'repeat' } as const;
  yield scenario('A/A, 4 noisy compactors, 24 transcripts', {
    transcripts: 24,
    compactors: 4,
    change: repeat,
  });
  yield scenario('A/A, 4 noisy compactors, 8 transcripts', {
    transcripts: 8,
    compactors: 4,
    change: repeat,
  });
  const lose = (loss: number) => ({ type: 'lose', loss }) as const;
  yield scenario('a tenth of the kept facts lost, 24 transcripts', {
    transcripts: 24,
    compactors: 1,
    change: lose(0.1),
  });
  yield scenario('10 points lost (of 70 kept), 24 transcripts', {
    transcripts: 24,
    compactors: 1,
    change: lose(1 / 7),
  });
  yield scenario('10 points lost by one compactor of four, 24 transcripts', {
    transcripts: 24,
    compactors: 4,
    change: lose(1 / 7),
  });
  yield scenario('10 points lost, 8 transcripts', {
    transcripts: 8,
    compactors: 1,
    change: lose(1 / 7),
  });
  const common = { losses: LOSSES, alpha: GROUP_ALPHA, margin: MARGIN, runs: powerRuns, seed };
  yield renderPower(FACTS.map((facts) => simulatePower({ ...common, transcripts: 24, facts })));
  yield renderPower(FACTS.map((facts) => simulatePower({ ...common, transcripts: 8, facts })));
}
