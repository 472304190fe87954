import { createCommand, flagNames, readArguments } from './cli/command.ts';

const command = createCommand(
  'compare',
  'Two runs side by side, cell by cell: what B does better or worse than A. Gives figures, no verdict.',
)
  .usage('A B [options]')
  .option('--out <file>', 'also write the comparison as Markdown');

const args = readArguments(command, process.argv.slice(2));
if ('exitCode' in args) {
  process.exitCode = args.exitCode;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  const { runCompare } = await import('./compare/run.ts');
  await runCommand(() => runCompare(args, flagNames(command)));
}
