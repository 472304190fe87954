import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadRunLog, plainText, type RunRecord } from '../../harness/index.ts';
import {
  gateExitCode,
  gateRuns,
  renderGateJson,
  renderGateJunit,
  renderGateMarkdown,
} from '../../reports/index.ts';
import type { Arguments } from '../cli/command.ts';
import { createProblemList, type ProblemList } from '../cli/problem-list.ts';
import { checkFlags } from '../cli/unknown-flags.ts';
import { loadConfigFile } from '../config/load-config.ts';

/** Runs `npm run gate` and gives the verdict's exit code. Throws a BenchError with every problem of options, config and logs. */
export async function runGate(
  { options, operands, unknownFlags }: Arguments,
  flags: readonly string[],
): Promise<number> {
  const problems = createProblemList();
  problems.add(...checkFlags([...unknownFlags, ...operands], flags));
  const file = await loadConfigFile(typeof options.config === 'string' ? options.config : null);
  problems.add(...file.problems);
  const baseline = await loadRun('--baseline', options.baseline, problems);
  const candidate = await loadRun('--candidate', options.candidate, problems);
  problems.throwAll();
  const result = gateRuns({ baseline, candidate, thresholds: file.config.gate ?? {} });
  const out = String(options.out ?? options.candidate);
  await mkdir(out, { recursive: true });
  const markdown = renderGateMarkdown(result);
  const json = renderGateJson(result);
  await writeFile(join(out, 'gate.md'), markdown);
  await writeFile(join(out, 'gate.junit.xml'), renderGateJunit(result));
  await writeFile(join(out, 'gate.json'), json);
  if (options.json === true) process.stdout.write(json);
  else console.log(plainText(markdown));
  return gateExitCode(result);
}

async function loadRun(
  flag: string,
  dir: Arguments['options'][string] | undefined,
  problems: ProblemList,
): Promise<RunRecord[]> {
  if (typeof dir !== 'string') {
    problems.add({
      code: 'E_CONFIG',
      place: flag,
      message: 'It is missing.',
      remedy: `Name the folder of a run: ${flag} DIR.`,
    });
    return [];
  }
  const log = await problems.attempt(() => loadRunLog(dir));
  return log?.records ?? [];
}
