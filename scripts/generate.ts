import { createCommand, flagNames, readArguments } from './cli/command.ts';

const command = createCommand(
  'generate',
  'Generates a synthetic transcript with planted facts: the same for the same settings, labelled synthetic.',
)
  .usage('--id NAME --tokens N [options]')
  .option('--id <name>', 'name of the transcript')
  .option('--tokens <n>', 'o200k tokens, 600 to 1000000')
  .option('--messages <n>', 'number of messages, 12 to 100000; default is what suits the tokens')
  .option('--facts <n>', 'number of facts')
  .option('--density <n>', 'facts per 10,000 tokens instead of a number; default 30')
  .option('--positions <list>', 'where the facts stand, as fractions of the transcript: 0.1,0.5')
  .option('--from <x>', 'spread the facts evenly from this fraction on; default 0')
  .option('--to <x>', 'up to this fraction; default 1')
  .option('--kinds <list>', 'kinds of facts, comma-separated; default all')
  .option('--carriers <list>', 'carriers of facts, comma-separated; default all')
  .option('--seed <n>', 'seed, default 1')
  .option('--out <dir>', 'dataset folder, default sessions/synthetic');

const args = readArguments(command, process.argv.slice(2));
if ('exitCode' in args) {
  process.exitCode = args.exitCode;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  const { runGenerate } = await import('./generate/run.ts');
  await runCommand(() => runGenerate(args, flagNames(command)));
}
