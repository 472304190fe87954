import type { Command } from 'commander';

/** How the text of an option becomes a setting. */
type OptionKind = 'text' | 'number' | 'list' | 'numbers' | 'flag';

/** One option of `npm run bench`. `setting` is the name that it has in a config file, null where it has none. */
interface BenchOption {
  flags: string;
  setting: string | null;
  kind: OptionKind;
  help: string;
}

/** Every option, in the order of `--help`. */
export const BENCH_OPTIONS: readonly BenchOption[] = [
  {
    flags: '--out <dir>',
    setting: 'out',
    kind: 'text',
    help: 'folder of the run (default: runs/<time>)',
  },
  {
    flags: '--config <file>',
    setting: null,
    kind: 'text',
    help: 'settings (default: bench.config.ts where there is one)',
  },
  { flags: '--preset <name>', setting: 'preset', kind: 'text', help: 'quick or full' },
  {
    flags: '--compactors <a,b>',
    setting: 'compactors',
    kind: 'list',
    help: 'compactors; ceiling and floor always take part',
  },
  {
    flags: '--models <a,b>',
    setting: 'models',
    kind: 'list',
    help: 'auto (default), ollama:NAME, openai:NAME, gguf:FILE, recorded:NAME, reference:NAME',
  },
  {
    flags: '--small-model <m>',
    setting: 'smallModel',
    kind: 'text',
    help: 'the smaller model of strategies that use two',
  },
  {
    flags: '--readers <a,b>',
    setting: 'readers',
    kind: 'list',
    help: 'what answers the probes: lexical, or any model',
  },
  {
    flags: '--transcripts <a,b>',
    setting: 'transcripts',
    kind: 'list',
    help: 'ids of transcripts, or names of datasets',
  },
  { flags: '--split <a,b>', setting: 'split', kind: 'list', help: 'dev, held-out' },
  {
    flags: '--budgets <a,b>',
    setting: 'budgets',
    kind: 'numbers',
    help: 'ratios of the window such as 0.2; above 1 = tokens',
  },
  {
    flags: '--window <n>',
    setting: 'window',
    kind: 'number',
    help: 'window in tokens (one-shot default: the transcript fills it)',
  },
  {
    flags: '--mode <a,b>',
    setting: 'mode',
    kind: 'list',
    help: 'one-shot (default), replay, continuation',
  },
  {
    flags: '--trials <n>',
    setting: 'trials',
    kind: 'number',
    help: 'repetitions of each model-backed compaction',
  },
  {
    flags: '--seed <n>',
    setting: 'seed',
    kind: 'number',
    help: 'seed of everything that is drawn',
  },
  {
    flags: '--faults <a,b>',
    setting: 'faults',
    kind: 'list',
    help: 'none (default), faults such as 500:first-2, or all',
  },
  { flags: '--attempt-ms <n>', setting: 'attemptMs', kind: 'number', help: 'time for one attempt' },
  { flags: '--total-ms <n>', setting: 'totalMs', kind: 'number', help: 'time for one compaction' },
  {
    flags: '--virtual-speed <x>',
    setting: 'virtualSpeed',
    kind: 'number',
    help: 'factor on recorded durations (default 1)',
  },
  {
    flags: '--counter <c>',
    setting: 'counter',
    kind: 'text',
    help: 'o200k_base (default), cl100k_base or approximate',
  },
  {
    flags: '--max-minutes <n>',
    setting: 'maxMinutes',
    kind: 'number',
    help: 'no cell is begun after this long; --resume goes on',
  },
  { flags: '--concurrency <n>', setting: 'concurrency', kind: 'number', help: 'cells at a time' },
  {
    flags: '--resume <dir>',
    setting: null,
    kind: 'text',
    help: 'go on with a run that was cut off',
  },
  {
    flags: '--regrade <dir>',
    setting: null,
    kind: 'text',
    help: 'ask --readers about the contexts of a run, compacting nothing',
  },
  {
    flags: '--shard <i/n>',
    setting: null,
    kind: 'text',
    help: 'only the i-th of n parts of the plan',
  },
  { flags: '--dry-run', setting: null, kind: 'flag', help: 'say what would run, and run nothing' },
  {
    flags: '--json',
    setting: null,
    kind: 'flag',
    help: 'the summary as JSON on standard output, everything else on standard error',
  },
];

/** Adds every option to a command. */
export function addBenchOptions(command: Command): Command {
  for (const { flags, help } of BENCH_OPTIONS) command.option(flags, help);
  return command;
}

/** Name under which commander hands an option on: `--dry-run` is `dryRun`. */
export function optionKey(flags: string): string {
  const [long = ''] = flags.slice(2).split(' ');
  return long.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
