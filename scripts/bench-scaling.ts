import { createCommand, readArguments } from './cli/command.ts';

const command = createCommand(
  'bench:scaling',
  'Shows that planning is linear: 100,000 messages against 10,000, at most 12 times the time. Exit 1 where it is more.',
);
const args = readArguments(command, process.argv.slice(2));
if ('exitCode' in args) {
  process.exitCode = args.exitCode;
} else {
  const { MAX_RATIO, measureScaling, renderScaling } = await import('./scaling/run.ts');
  const rows = await measureScaling();
  console.log(renderScaling(rows));
  process.exitCode = rows.every(({ ratio }) => ratio <= MAX_RATIO) ? 0 : 1;
}
