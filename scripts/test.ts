import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTests, formatTestCount } from './test/count.ts';

const folder = mkdtempSync(join(tmpdir(), 'compactor-bench-test-'));
const resultFile = join(folder, 'result.json');
const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`];

const child = spawn(join('node_modules', '.bin', 'vitest'), [...args, ...process.argv.slice(2)], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
const exitCode = await new Promise<number | null>((resolve) => {
  child.on('error', (error) => {
    console.error(`vitest could not be started: ${error.message}. Run npm ci first.`);
    resolve(null);
  });
  child.on('close', resolve);
});

function readResult(): string | null {
  try {
    return readFileSync(resultFile, 'utf8');
  } catch {
    console.error('The tests ended without a result.');
    return null;
  }
}

const count = countTests(readResult(), exitCode);
rmSync(folder, { recursive: true, force: true });
console.log(formatTestCount(count));
process.exitCode = count.failed === 0 ? 0 : 1;
