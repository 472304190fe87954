import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type BenchConfig, type Problem, parseConfig, projectRoot } from '../../harness/index.ts';

/** The file that is read where none is named. */
const DEFAULT_FILE = 'bench.config.ts';

/** Settings of a config file, `{}` where there is none, and everything that is wrong with it. */
export async function loadConfigFile(
  named: string | null,
): Promise<{ config: BenchConfig; problems: Problem[] }> {
  const file = named === null ? join(projectRoot(), DEFAULT_FILE) : resolve(named);
  const place = named ?? DEFAULT_FILE;
  if (!existsSync(file)) {
    if (named === null) return { config: {}, problems: [] };
    return failed(place, 'The file does not exist.', 'Check the path.');
  }
  let value: unknown;
  try {
    value = await evaluate(file);
  } catch (error) {
    const [reason] = String((error as Error).message ?? error).split('\n');
    return failed(place, `It cannot be read: ${reason}.`, 'Mend the file.');
  }
  return parseConfig(value, (path) => `${place}: ${path.join('.')}`);
}

/** The value that the file exports by default. Nothing else is read: no rc files, no layers, no environment. */
async function evaluate(file: string): Promise<unknown> {
  const { loadConfig } = await import('c12');
  const { config, _configFile } = await loadConfig<Record<string, unknown>>({
    cwd: dirname(file),
    configFile: basename(file),
    rcFile: false,
    globalRc: false,
    packageJson: false,
    dotenv: false,
    envName: false,
    extend: false,
    configFileRequired: true,
    jitiOptions: {
      alias: { 'compactor-bench/config': join(projectRoot(), 'harness/config/define.ts') },
    },
  });
  if (_configFile === undefined) throw new Error('it was not found');
  return config;
}

function failed(place: string, message: string, remedy: string) {
  const problem: Problem = { code: 'E_CONFIG', place, message, remedy };
  return { config: {}, problems: [problem] };
}
