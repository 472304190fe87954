import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { projectRoot } from '../../harness/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'lint-seams-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Lines of a file that the lint refuses, as `category: line`. */
function lint(path: string, text: string): Promise<string[]> {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  const args = ['lint', '--vcs-enabled=false', '--reporter=github', path];
  return new Promise((resolve) => {
    execFile(join(projectRoot(), 'node_modules/.bin/biome'), args, { cwd: folder }, (_, stdout) => {
      const found = stdout.matchAll(/title=([\w/]+),file=[^,]+,line=(\d+)/g);
      resolve([...found].map(([, title, line]) => `${title}: ${line}`).sort());
    });
  });
}

it('refuses time and chance that are not passed in, except in the clock', async () => {
  cpSync(join(projectRoot(), 'biome.json'), join(folder, 'biome.json'));
  mkdirSync(join(folder, 'scripts/check'), { recursive: true });
  cpSync(join(projectRoot(), 'scripts/check/seams.grit'), join(folder, 'scripts/check/seams.grit'));
  const text = [
    '/** Uses. */',
    'export const uses = [',
    '  Date.now(),',
    '  performance.now(),',
    '  Math.random(),',
    '  new Date(),',
    '  setTimeout(() => undefined, 1),',
    '  new Date(0),',
    '];',
    '',
  ].join('\n');
  expect(await lint('compactors/a.ts', text)).toEqual([
    'lint/style/noRestrictedGlobals: 7',
    'plugin: 3',
    'plugin: 4',
    'plugin: 5',
    'plugin: 6',
  ]);
  expect(await lint('harness/clock/a.ts', text)).toEqual([]);
});
