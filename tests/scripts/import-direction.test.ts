import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '../../harness/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'import-direction-'));
let broken: string[];

/** A small house with one breach of each rule. */
const FILES: Record<string, string> = {
  'harness/index.ts': "export { a } from './a.ts';",
  'harness/a.ts': "import { b } from './b.ts';\nexport const a = () => b;",
  'harness/b.ts': "import { a } from './a.ts';\nexport const b = () => a;",
  'harness/upwards.ts': "import '../reports/index.ts';",
  'compactors/index.ts': "import '../harness/index.ts';",
  'compactors/behind.ts': "import '../harness/a.ts';",
  'compactors/files.ts': "import 'node:fs';",
  'compactors/peers/files.ts': "import 'node:fs';",
  'datasets/index.ts': "import '../compactors/index.ts';",
  'reports/index.ts': "import '../harness/index.ts';",
  'reports/typed.ts': "import type { a } from '../harness/a.ts';\nexport type T = typeof a;",
  'scripts/bench.ts': "import '../reports/index.ts';",
  'scripts/behind.ts': "import '../reports/typed.ts';",
  'scripts/other.ts': "import './bench.ts';",
  'scripts/lost.ts': "import './nowhere.ts';",
};

beforeAll(async () => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json']) {
    cpSync(join(projectRoot(), file), join(folder, file));
  }
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  symlinkSync(join(projectRoot(), 'node_modules'), join(folder, 'node_modules'));
  const rooms = ['harness', 'compactors', 'datasets', 'reports', 'scripts'];
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...rooms];
  const bin = join(projectRoot(), 'node_modules/.bin/depcruise');
  const { stdout } = await promisify(execFile)(bin, args, { cwd: folder, maxBuffer: 1e8 });
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  broken = summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`).sort();
});

afterAll(() => rmSync(folder, { recursive: true }));

it('finds each breach, types included, and nothing else', () => {
  expect(broken).toEqual([
    'commands-stand-alone: scripts/other.ts',
    'compactors-sees-harness-only: compactors/behind.ts',
    'compactors-touch-nothing: compactors/files.ts',
    'datasets-sees-harness-only: datasets/index.ts',
    'harness-imports-nothing-of-ours: harness/upwards.ts',
    'no-cycles: harness/a.ts',
    'reports-sees-harness-only: reports/typed.ts',
    'resolvable: scripts/lost.ts',
    'scripts-enter-by-doors: scripts/behind.ts',
  ]);
});
