import { createCommand, flagNames, readArguments } from './cli/command.ts';

const command = createCommand(
  'fetch-model',
  'Brings weights of a small model that run inside this process (gguf:FILE), checked by SHA-256.\n' +
    'Without a NAME it lists the models that it knows. A running Ollama with the same model is as good.',
)
  .usage('[NAME...] [options]')
  .option('--out <dir>', 'folder for the files', 'models');

const args = readArguments(command, process.argv.slice(2));
if ('exitCode' in args) {
  process.exitCode = args.exitCode;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  const { runFetchModel } = await import('./fetch-model/run.ts');
  await runCommand(() => runFetchModel(args, flagNames(command)));
}
