import { createCommand, readArguments } from './cli/command.ts';

const command = createCommand(
  'docs',
  'Writes the pages that are generated from the code: docs/compactors.md.',
).option('--check', 'write nothing, and fail where a page is out of date');
const args = readArguments(command, process.argv.slice(2));
if ('exitCode' in args) {
  process.exitCode = args.exitCode;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  const { runDocs } = await import('./docs/run.ts');
  await runCommand(() => runDocs(args.options.check === true));
}
