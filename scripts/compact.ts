import { collect, createCommand, flagNames, readArguments } from './cli/command.ts';

const command = createCommand(
  'compact',
  'Runs one compactor over transcripts and shows what is left of each.\n' +
    'A FILE is a transcript of this project, or a JSON array of OpenAI chat messages.',
)
  .usage('FILE... --compactor NAME --target N [options]')
  .option('--compactor <name>', 'the compactor, such as sliding-window')
  .option('--target <n>', 'tokens to come down to; a fraction under 1 is a part of the input')
  .option(
    '--param <key=value>',
    'a setting of the compactor, JSON where it parses; repeatable',
    collect,
  )
  .option('--counter <name>', 'o200k_base (default), cl100k_base or approximate')
  .option('--model <name>', 'the model of a compactor that asks one, such as ollama:qwen3')
  .option('--json', 'one line of JSON a file');

const args = readArguments(command, process.argv.slice(2));
if ('exitCode' in args) {
  process.exitCode = args.exitCode;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  const { runCompact } = await import('./compact/run.ts');
  await runCommand(() => runCompact(args, flagNames(command)));
}
