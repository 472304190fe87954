import { Command, Option } from 'commander';
import { runStep } from './check/run-step.ts';
import { CHECK_STEPS } from './check/steps.ts';

const names = CHECK_STEPS.map(({ name }) => name);
const options = new Command('npm run check --')
  .description('Everything that must hold before a commit, in under 2 minutes.')
  .addOption(new Option('--only <step>', 'run one step').choices(names))
  .addOption(new Option('--skip <step>', 'leave one step out').choices(names))
  .parse()
  .opts<{ only?: string; skip?: string }>();

const failed: string[] = [];
const startedS = process.uptime();
for (const step of CHECK_STEPS) {
  if (step.name === options.skip || (options.only !== undefined && step.name !== options.only)) {
    continue;
  }
  const stepStartedS = process.uptime();
  const { passed, note, output } = await runStep(process.cwd(), step);
  const seconds = (process.uptime() - stepStartedS).toFixed(1).padStart(6);
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${seconds} s  ${step.name}${note && `  (${note})`}`);
  if (!passed) {
    console.log(output);
    failed.push(step.name);
  }
}
const total = (process.uptime() - startedS).toFixed(1);
console.log(
  failed.length === 0
    ? `All steps passed in ${total} s.`
    : `Failed: ${failed.join(', ')} (${total} s).`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
