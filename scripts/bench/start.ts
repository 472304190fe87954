import {
  type BenchConfig,
  loadRunLog,
  mergeHeaders,
  type Problem,
  parseConfig,
} from '../../harness/index.ts';
import type { Arguments } from '../cli/command.ts';
import type { ProblemList } from '../cli/problem-list.ts';
import { checkFlags } from '../cli/unknown-flags.ts';
import { loadConfigFile } from '../config/load-config.ts';
import { readOptions } from './read-options.ts';
import { type RunLimits, type RunSettings, resolveSettings } from './settings.ts';
import { parseShard, type Shard } from './shard.ts';

/** Everything that the command line and the config say, defaults filled in. */
export interface BenchStart {
  settings: RunSettings;
  limits: RunLimits;
  /** Where `resume` or `regrade` finds the earlier run; null = a new one. */
  earlier: { mode: 'resume' | 'regrade'; dir: string } | null;
  shard: Shard | null;
  dryRun: boolean;
  json: boolean;
}

/** Settings that differ from start to start without making another run. */
const LIMITS: readonly string[] = ['out', 'maxMinutes', 'concurrency'];

/** Reads the command line and the config; with `--resume` or `--regrade` the settings come from the earlier run's log. */
export async function readStart(
  args: Arguments,
  flags: readonly string[],
  problems: ProblemList,
): Promise<BenchStart> {
  const { options } = args;
  problems.add(...checkFlags(args.unknownFlags, flags), ...checkOperands(args.operands));
  const earlier = readEarlier(options, problems);
  const raw = readOptions(options);
  const cli = parseConfig(
    raw.settings,
    (path) => raw.flagOf.get(String(path[0])) ?? path.join('.'),
  );
  problems.add(...cli.problems);
  const file = await loadConfigFile(textOf(options.config));
  problems.add(...file.problems);
  const base =
    earlier === null ? file.config : await problems.attempt(() => settingsOf(earlier.dir));
  if (earlier !== null) problems.add(...checkEarlierFlags(cli.config, raw.flagOf, earlier.mode));
  const shard = typeof options.shard === 'string' ? parseShard(options.shard) : null;
  if (shard !== null && 'code' in shard) problems.add(shard);
  const limits = pick(file.config, LIMITS);
  return {
    ...resolveSettings({ ...limits, ...base, ...cli.config }),
    earlier,
    shard: shard !== null && 'index' in shard ? shard : null,
    dryRun: options.dryRun === true,
    json: options.json === true,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function checkOperands(operands: readonly string[]): Problem[] {
  return operands.map((operand) => ({
    code: 'E_CONFIG',
    place: operand,
    message: 'This belongs to no option.',
    remedy: 'Lists are separated by commas, without spaces: --budgets 0.2,0.4.',
  }));
}

function readEarlier(options: Arguments['options'], problems: ProblemList): BenchStart['earlier'] {
  const resume = textOf(options.resume);
  const regrade = textOf(options.regrade);
  if (resume !== null && regrade !== null) {
    problems.add({
      code: 'E_CONFIG',
      place: '--resume, --regrade',
      message: 'Both are given.',
      remedy: 'Resume first; regrade what is then there.',
    });
  }
  if (resume !== null) return { mode: 'resume', dir: resume };
  return regrade === null ? null : { mode: 'regrade', dir: regrade };
}

/** The settings that the log of an earlier run holds. Throws E_RECORD where there is none. */
async function settingsOf(dir: string): Promise<BenchConfig> {
  const { records } = await loadRunLog(dir);
  const header = mergeHeaders(records.filter((record) => record.type === 'run_started'));
  const known = Object.entries(header?.settings ?? {}).filter(([, value]) => value !== null);
  return parseConfig(Object.fromEntries(known), (path) => `${dir}: ${path.join('.')}`).config;
}

/** A run that goes on is the same run: what would make it another one is refused, not ignored. */
function checkEarlierFlags(
  config: BenchConfig,
  flagOf: ReadonlyMap<string, string>,
  mode: 'resume' | 'regrade',
): Problem[] {
  const allowed =
    mode === 'regrade' ? [...LIMITS, 'readers'] : LIMITS.filter((key) => key !== 'out');
  return Object.keys(config)
    .filter((key) => !allowed.includes(key))
    .map((key) => ({
      code: 'E_CONFIG',
      place: flagOf.get(key) ?? key,
      message: `A run keeps its settings under --${mode}.`,
      remedy: 'Leave it out, or start a new run.',
    }));
}

function pick(config: BenchConfig, keys: readonly string[]): BenchConfig {
  return Object.fromEntries(Object.entries(config).filter(([key]) => keys.includes(key)));
}
