import { addBenchOptions } from './bench/options.ts';
import { createCommand, flagNames, readArguments } from './cli/command.ts';

const command = addBenchOptions(
  createCommand(
    'bench',
    'Compares compactors on recorded transcripts: what each one loses, at which budget, at what cost.\n' +
      'Without options: the models that can be reached, else the recorded ones, and a report in runs/.',
  ),
);

const args = readArguments(command, process.argv.slice(2));
if ('exitCode' in args) {
  process.exitCode = args.exitCode;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  const { runBench } = await import('./bench/run.ts');
  await runCommand(() => runBench(args, flagNames(command)));
}
