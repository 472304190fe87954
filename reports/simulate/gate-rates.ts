import { gateRuns } from '../gate/gate.ts';
import { createRandom, type RandomSource } from '../statistics/random.ts';
import { type SimulatedCell, simulatedRun } from './records.ts';
import { createWorld, drawKept } from './world.ts';

/** What the gate said of many simulated pairs of runs. */
export interface GateRates {
  runs: number;
  /** Verdicts of the whole gate. */
  fail: number;
  pass: number;
  inconclusive: number;
  /** Runs in which an overall metric failed, and in which any group did. */
  overallFail: number;
  groupFail: number;
}

/** How two runs of the same compactors differ. */
export interface GateScenario {
  transcripts: number;
  /** Compactors in the run; the first one is the one that changes. */
  compactors: number;
  runs: number;
  seed: number;
  /** `repeat`: both runs draw anew (a noisy model, nothing changed). `lose`: the first compactor's candidate loses each kept fact with probability `loss`, the others are the same. */
  change: { type: 'repeat' } | { type: 'lose'; loss: number };
}

/** Runs the real gate over simulated run logs and counts its verdicts. */
export function simulateGate(scenario: GateScenario): GateRates {
  const random = createRandom(scenario.seed);
  const rates: GateRates = {
    runs: scenario.runs,
    fail: 0,
    pass: 0,
    inconclusive: 0,
    overallFail: 0,
    groupFail: 0,
  };
  for (let run = 0; run < scenario.runs; run += 1) {
    const { before, after } = drawRuns(scenario, random);
    const result = gateRuns({
      baseline: simulatedRun(before, 'a'),
      candidate: simulatedRun(after, 'b'),
    });
    rates[result.verdict] += 1;
    if (result.overall.some((finding) => finding.verdict === 'fail')) rates.overallFail += 1;
    if (result.groups.some((finding) => finding.verdict === 'fail')) rates.groupFail += 1;
  }
  return rates;
}

function drawRuns(scenario: GateScenario, random: RandomSource) {
  const means = Array.from({ length: scenario.compactors }, (_, index) => 0.7 - 0.05 * index);
  const world = createWorld(
    { transcripts: scenario.transcripts, factsFrom: 20, factsTo: 30, means, shared: 0.1, own: 0.1 },
    random,
  );
  const before: SimulatedCell[] = [];
  const after: SimulatedCell[] = [];
  for (const [compactor, keep] of world.keep.entries()) {
    for (const [transcript, facts] of world.facts.entries()) {
      const chance = keep[transcript] ?? 0;
      const kept = drawKept(chance, facts, random);
      const identity = { compactor: `c${compactor}`, transcript, trial: 1 };
      before.push({ ...identity, kept });
      after.push({
        ...identity,
        kept: changed({ kept, chance, isFirst: compactor === 0 }, scenario, random),
      });
    }
  }
  return { before, after };
}

function changed(
  cell: { kept: boolean[]; chance: number; isFirst: boolean },
  { change }: GateScenario,
  random: RandomSource,
): boolean[] {
  if (change.type === 'repeat') return drawKept(cell.chance, cell.kept.length, random);
  if (!cell.isFirst) return cell.kept;
  return cell.kept.map((kept) => kept && random.uniform() >= change.loss);
}
