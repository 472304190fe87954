import { createCommand, flagNames, readArguments } from './cli/command.ts';

const command = createCommand(
  'doctor',
  'Says what can be reached (models, datasets, recordings), and what `npm run bench` would do and for how long.',
);

const args = readArguments(command, process.argv.slice(2));
if ('exitCode' in args) {
  process.exitCode = args.exitCode;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  const { runDoctor } = await import('./doctor/run.ts');
  await runCommand(() => runDoctor(args, flagNames(command)));
}
