import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { CheckStep } from './steps.ts';

/** How a step ended: `output` is all that it printed, shown where it failed. */
export interface StepOutcome {
  passed: boolean;
  note: string;
  output: string;
}

/** Runs a program of node_modules in the project's root. A program that cannot start, or that a signal ends, has failed. */
function runProgram(root: string, bin: string, args: readonly string[]): Promise<StepOutcome> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules', '.bin', bin), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ passed: false, note: '', output: error.message }));
    child.on('close', (code, signal) => {
      if (signal !== null) output += `\n${bin} was ended by ${signal}.`;
      resolve({ passed: code === 0, note: '', output });
    });
  });
}

/** Runs one step to its end. Never rejects for what the step found. */
export async function runStep(root: string, step: CheckStep): Promise<StepOutcome> {
  if (step.type === 'program') return await runProgram(root, step.bin, step.args);
  const { problems, warnings, note } = step.run(root);
  const warned = warnings.map((warning) => `warning: ${warning}`);
  return {
    passed: problems.length === 0,
    note: [note, ...(warnings.length > 0 ? [`${warnings.length} warnings`] : [])].join(', '),
    output: [...problems, ...warned].join('\n'),
  };
}
