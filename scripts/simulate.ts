import { Command, InvalidArgumentError } from 'commander';
import { runSimulations } from '../reports/index.ts';

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError('Give a whole number from 1.');
  }
  return value;
}

const program = new Command('simulate')
  .description(
    'Known-truth simulations of the statistics and the gate: coverage, error rates, power.',
  )
  .option('--seed N', 'seed of every draw', wholeNumber, 1)
  .option('--coverage-runs N', 'simulated comparisons for each coverage', wholeNumber, 4000)
  .option('--gate-runs N', 'simulated gates for each scenario', wholeNumber, 1000)
  .option('--power-runs N', 'simulated tests for each point of the power curves', wholeNumber, 2000)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

const options = program.parse().opts<{
  seed: number;
  coverageRuns: number;
  gateRuns: number;
  powerRuns: number;
}>();

for (const text of runSimulations(options)) process.stdout.write(`${text}\n`);
