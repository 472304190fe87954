import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIG_KEYS, projectRoot } from '../../harness/index.ts';
import { CELL_COLUMNS, FACT_COLUMNS, SUMMARY_COLUMNS } from '../../reports/index.ts';
import { BENCH_OPTIONS } from '../../scripts/bench/options.ts';

const read = (file: string) => readFileSync(join(projectRoot(), file), 'utf8');

describe('docs/results.md', () => {
  it.each([
    ['summary.csv', SUMMARY_COLUMNS],
    ['cells.csv', CELL_COLUMNS],
    ['facts.csv', FACT_COLUMNS],
  ])('lists the columns of %s, in order, and which are measured', (file, columns) => {
    const section = read('docs/results.md').split(`## ${file}\n`)[1]?.split('\n## ')[0] ?? '';
    const rows = [...section.matchAll(/^\| `(\w+)`( \(measured\))? \|/gm)];
    expect(rows.map(([, name, measured]) => `${name}${measured ?? ''}`)).toEqual(
      columns.map(({ name, measured }) => `${name}${measured ? ' (measured)' : ''}`),
    );
  });
});

describe('docs/configuration.md', () => {
  const text = read('docs/configuration.md');

  it('has every setting of a config file', () => {
    const listed = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual([...CONFIG_KEYS].sort());
  });

  it('has every option of bench', () => {
    const missing = BENCH_OPTIONS.map(({ flags }) => flags.split(' ')[0] ?? '').filter(
      (flag) => !text.includes(`\`${flag}`),
    );
    expect(missing).toEqual([]);
  });
});

it('README and CONTRIBUTING name commands that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const files = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'ARCHITECTURE.md'];
  const named = files.flatMap((file) => [...read(file).matchAll(/npm run (?:-s )?([\w:-]+)/g)]);
  expect(named.length).toBeGreaterThan(10);
  const unknown = named.map(([, name]) => name ?? '').filter((name) => !(name in scripts));
  expect(unknown).toEqual([]);
  const entries = readdirSync(join(projectRoot(), 'scripts'));
  const started = Object.values(scripts).map((script) =>
    script.replace('node scripts/run.mjs ', ''),
  );
  expect(started.filter((name) => !entries.includes(`${name}.ts`))).toEqual([]);
});

it('CONTRIBUTING stays within 100 lines', () => {
  expect(read('CONTRIBUTING.md').split('\n').length).toBeLessThanOrEqual(101);
});
