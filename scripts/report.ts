import { createCommand, flagNames, readArguments } from './cli/command.ts';

const command = createCommand(
  'report',
  'Reports again from the log of a run, without a model. Several folders are merged, such as the shards of one plan.',
)
  .usage('DIR... [options]')
  .option('--out <dir>', 'folder of the report (default: the first DIR)')
  .option('--json', 'the summary as JSON on standard output');

const args = readArguments(command, process.argv.slice(2));
if ('exitCode' in args) {
  process.exitCode = args.exitCode;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  const { runReport } = await import('./report/run.ts');
  await runCommand(() => runReport(args, flagNames(command)));
}
