import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../harness/index.ts';
import { BENCH_OPTIONS } from '../../../scripts/bench/options.ts';

/** CPU seconds, user and system, that a shell command and its children take. */
function cpuSeconds(command: string, cwd: string): { seconds: number; output: string } {
  const script = `${command}; echo; times`;
  const output = execFileSync('bash', ['-c', script], { cwd, encoding: 'utf8' });
  const [user = '', system = ''] = output.trimEnd().split('\n').at(-1)?.split(' ') ?? [];
  return { seconds: toSeconds(user) + toSeconds(system), output };
}

function toSeconds(text: string): number {
  const [, minutes = '', seconds = ''] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [];
  return 60 * Number(minutes) + Number(seconds);
}

const least = (measure: () => number) => Math.min(...Array.from({ length: 5 }, measure));

it('npm run bench -- --help costs at most 0.35 s of CPU above an empty npm run', () => {
  const empty = mkdtempSync(join(tmpdir(), 'empty-npm-run-'));
  writeFileSync(join(empty, 'package.json'), '{"scripts": {"empty": "true"}}');
  try {
    const { output } = cpuSeconds('npm run --silent bench -- --help', projectRoot());
    for (const { flags } of BENCH_OPTIONS) expect(output).toContain(flags);
    const base = least(() => cpuSeconds('npm run --silent empty', empty).seconds);
    const help = least(() => cpuSeconds('npm run --silent bench -- --help', projectRoot()).seconds);
    expect(base).toBeGreaterThan(0);
    expect(help - base).toBeLessThanOrEqual(0.35);
  } finally {
    rmSync(empty, { recursive: true });
  }
});
