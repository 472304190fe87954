import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../../harness/index.ts';

/** What a command printed, and its exit code (null where a signal ended it). */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command of the project as a user does, without a terminal. `kill` sees the process, to end it early. */
export function runCommandLine(
  args: readonly string[],
  options: {
    env?: Record<string, string>;
    cwd?: string;
    onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
    onOutput?: (text: string) => void;
  } = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(projectRoot(), 'scripts/run.mjs'), ...args], {
      cwd: options.cwd ?? projectRoot(),
      env: { ...process.env, NO_COLOR: '1', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString('utf8');
      options.onOutput?.(stdout);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
      options.onOutput?.(stderr);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    options.onStart?.((signal) => child.kill(signal));
  });
}
