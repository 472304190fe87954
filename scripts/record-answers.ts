import { createCommand, flagNames, readArguments } from './cli/command.ts';

const command = createCommand(
  'record-answers',
  'Records the answers of the two known models that the default run replays. What is recorded already is not asked again.',
)
  .option('--weights <dir>', 'folder with the weights (see npm run fetch-model)', 'models')
  .option('--out <dir>', 'folder of the recordings', 'datasets/recordings')
  .option('--transcripts <a,b>', 'only these transcripts (default: every short one)')
  .option('--trials <n>', 'trials of each compaction')
  .option('--threads <n>', 'processor threads')
  .option('--max-minutes <n>', 'no call is begun after this long; run it again to go on')
  .option('--no-readings', 'compactions only, nothing is read')
  .option('--no-pack', 'leave the recordings in their journal');

const args = readArguments(command, process.argv.slice(2));
if ('exitCode' in args) {
  process.exitCode = args.exitCode;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  const { runRecordAnswers } = await import('./record-answers/command.ts');
  await runCommand(() => runRecordAnswers(args, flagNames(command)));
}
