import { collect, createCommand, flagNames, readArguments } from './cli/command.ts';

const command = createCommand(
  'check:datasets',
  'Checks every rule of the datasets and prints how their facts are spread.\n' +
    'A FOLDER is a dataset or holds datasets; default is datasets/. Exit code 1 where a rule is broken.',
)
  .usage('[FOLDER...] [options]')
  .option('--transcript <id>', 'only the problems of this transcript; repeatable', collect)
  .option('--show <id>', 'print the messages of a transcript with ids, sizes and offsets')
  .option('--update-hashes', 'write dataset.json anew first: new and changed transcripts');

const args = readArguments(command, process.argv.slice(2));
if ('exitCode' in args) {
  process.exitCode = args.exitCode;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  const { runCheckDatasets } = await import('./check-datasets/run.ts');
  await runCommand(() => runCheckDatasets(args, flagNames(command)));
}
