import { createCommand, flagNames, readArguments } from './cli/command.ts';

const command = createCommand(
  'gate',
  'Says whether a candidate is no worse than its baseline: pass (0), fail (1), inconclusive (3), not comparable (2).',
)
  .usage('--baseline DIR --candidate DIR [options]')
  .option('--baseline <dir>', 'folder of the run to compare with')
  .option('--candidate <dir>', 'folder of the changed run')
  .option('--config <file>', 'settings with the thresholds under `gate` (default: bench.config.ts)')
  .option(
    '--out <dir>',
    'folder for gate.md, gate.junit.xml and gate.json (default: the candidate)',
  )
  .option('--json', 'the result as JSON on standard output');

const args = readArguments(command, process.argv.slice(2));
if ('exitCode' in args) {
  process.exitCode = args.exitCode;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  const { runGate } = await import('./gate/run.ts');
  await runCommand(() => runGate(args, flagNames(command)));
}
