import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalForm, projectRoot, readRunLog } from '../../../harness/index.ts';
import { SUMMARY_COLUMNS } from '../../../reports/index.ts';
import { type CommandResult, runCommandLine } from '../support/run-command.ts';

type Row = Record<string, string>;

const folder = mkdtempSync(join(tmpdir(), 'bench-default-'));
const first = join(folder, 'first');
const second = join(folder, 'second');
// No server answers on port 9: the recorded models take part, on any machine.
const env = { OLLAMA_HOST: 'http://127.0.0.1:9' };
const minutes = 60_000;

let result: CommandResult;
let cells: Row[];
let summary: Row[];

const readCsv = (run: string, file: string): Row[] =>
  parse(readFileSync(join(run, file), 'utf8'), { columns: true }) as Row[];

/** A figure of a row; a missing one is no number, and fails whatever it is compared with. */
const figure = (row: Row, column: string): number =>
  row[column] === '' || row[column] === undefined ? Number.NaN : Number(row[column]);

beforeAll(async () => {
  result = await runCommandLine(['bench', '--out', first], { env });
  cells = readCsv(first, 'cells.csv');
  summary = readCsv(first, 'summary.csv');
}, 5 * minutes);

afterAll(() => rmSync(folder, { recursive: true }));

describe('the default run, offline', () => {
  it('ends well and leaves its files', () => {
    expect({ code: result.code, stderr: result.stderr }).toMatchObject({ code: 0 });
    expect(result.stdout.split('\n')[0]).toBe('There is no strong model in this run.');
    expect(readdirSync(first).sort()).toEqual([
      'blobs',
      'cells.csv',
      'facts.csv',
      'report.md',
      'run.jsonl',
      'summary.csv',
      'summary.json',
    ]);
  });

  it.each([
    ...['sliding-window', 'tool-result-pruning', 'summary', 'verdicts-free', 'verdicts-schema'],
    ...['identity', 'drop-all', 'random-keep', 'tail', 'oracle-keep'],
  ])('has a row for %s with a measured survival', (compactor) => {
    const rows = summary.filter((row) => row.compactor === compactor);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(figure(row, 'survival_all')).toBeGreaterThanOrEqual(0);
      expect(figure(row, 'survival_all')).toBeLessThanOrEqual(1);
    }
  });

  it('asks for no answer that is not recorded', () => {
    expect(cells.filter(({ cause }) => cause === 'no-recording')).toEqual([]);
    const unread = readCsv(first, 'facts.csv').filter(({ reason }) => reason === 'no-recording');
    expect(unread).toEqual([]);
    const readers = new Set(cells.map(({ reader }) => reader));
    expect([...readers].sort()).toEqual(['lexical', 'recorded:qwen2.5-coder-0.5b']);
  });

  it('shows the causes of the two models apart', () => {
    const causesOf = (model: string) =>
      cells
        .filter((row) => row.model?.includes(model) && row.compactor?.startsWith('verdicts-'))
        .map(({ cause }) => cause)
        .sort();
    const weak = causesOf('smollm2');
    const small = causesOf('qwen2.5');
    expect(weak.length).toBe(small.length);
    expect(new Set([...weak, ...small].filter(Boolean)).size).toBeGreaterThan(1);
    expect(weak).not.toEqual(small);
  });
});

describe('sanity of survival, transcript by transcript and budget by budget', () => {
  const groups = () => {
    const byGroup = new Map<string, Row[]>();
    for (const row of cells.filter(({ reader }) => reader === 'lexical')) {
      const key = `${row.transcript} ${row.budget_ratio}`;
      byGroup.set(key, [...(byGroup.get(key) ?? []), row]);
    }
    return [...byGroup.values()];
  };
  const survivalsOf = (rows: Row[], compactor: string) =>
    rows.filter((row) => row.compactor === compactor).map((row) => figure(row, 'survival'));
  const only = (values: number[]): number => {
    expect(values).toHaveLength(1);
    return values[0] ?? Number.NaN;
  };

  it('is 1 for identity', () => {
    expect(groups().length).toBeGreaterThanOrEqual(6);
    for (const rows of groups()) expect(only(survivalsOf(rows, 'identity'))).toBe(1);
  });

  it('is nowhere lower than for drop-all', () => {
    for (const rows of groups()) {
      const floor = only(survivalsOf(rows, 'drop-all'));
      const strategies = rows.filter((row) => row.role === 'strategy' && row.context_blob !== '');
      expect(strategies.length).toBeGreaterThanOrEqual(3);
      for (const row of strategies) {
        expect(
          figure(row, 'survival'),
          `${row.compactor} ${row.transcript}`,
        ).toBeGreaterThanOrEqual(floor);
      }
    }
  });

  it('is nowhere higher for verdicts at or under the target than for oracle-keep', () => {
    let compared = 0;
    for (const rows of groups()) {
      const oracle = only(survivalsOf(rows, 'oracle-keep'));
      for (const row of rows) {
        if (!row.compactor?.startsWith('verdicts-') || row.context_blob === '') continue;
        if (figure(row, 'tokens_after') > figure(row, 'target_tokens')) continue;
        compared += 1;
        expect(figure(row, 'survival'), `${row.compactor} ${row.transcript}`).toBeLessThanOrEqual(
          oracle,
        );
      }
    }
    expect(compared).toBeGreaterThan(0);
  });

  it('of random-keep lies between floor and oracle, averaged over its seeds', () => {
    for (const rows of groups()) {
      const seeds = survivalsOf(rows, 'random-keep');
      expect(seeds.length).toBeGreaterThanOrEqual(3);
      const mean = seeds.reduce((sum, value) => sum + value, 0) / seeds.length;
      expect(mean).toBeGreaterThanOrEqual(only(survivalsOf(rows, 'drop-all')));
      expect(mean).toBeLessThanOrEqual(only(survivalsOf(rows, 'oracle-keep')));
    }
  });

  it('comes out the same from the blobs, by a script of its own', () => {
    const script = join(projectRoot(), 'scripts/verify-survival.mjs');
    const output = execFileSync(process.execPath, [script, first], { encoding: 'utf8' });
    expect(output).toMatch(/^\d{3,} rows over \d{2,} contexts: .*; 0 differ from facts\.csv\n$/);
  });
});

describe('the same run again', () => {
  beforeAll(async () => {
    // Killed without a chance to tidy up, twice, and resumed.
    for (const share of [2, 6]) {
      const args = share === 2 ? ['--out', second] : ['--resume', second];
      let kill: (signal: NodeJS.Signals) => void = () => undefined;
      const killed = await runCommandLine(['bench', ...args], {
        env,
        onStart: (end) => {
          kill = end;
        },
        onOutput: (text) => {
          const [, done, total] = [...text.matchAll(/^(\d+) of (\d+) cells$/gm)].at(-1) ?? [];
          if (10 * Number(done) >= share * Number(total)) kill('SIGKILL');
        },
      });
      expect(killed.code).toBeNull();
    }
    const resumed = await runCommandLine(['bench', '--resume', second], { env });
    expect(resumed.code).toBe(0);
  }, 10 * minutes);

  it('has the same canonical form, though it was killed twice', async () => {
    const [once, again] = [await readRunLog(first), await readRunLog(second)];
    expect(canonicalForm(again)).toBe(canonicalForm(once));
  });

  it('lost no cell and did none twice', async () => {
    const { plannedKeys, keys } = keysOf(readFileSync(join(second, 'run.jsonl'), 'utf8'));
    expect(new Set(keys)).toEqual(new Set(plannedKeys));
    expect(keys.length).toBe(new Set(keys).size);
  });

  it('differs in measured columns only', () => {
    const measured = new Set(SUMMARY_COLUMNS.filter((c) => c.measured).map(({ name }) => name));
    const steady = (row: Row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !measured.has(name)));
    expect(readCsv(second, 'summary.csv').map(steady)).toEqual(summary.map(steady));
  });
});

/** Planned keys of the first header, and the key of every whole compaction line, as often as it stands there. */
function keysOf(log: string): { plannedKeys: string[]; keys: string[] } {
  const records = log
    .trimEnd()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { type: string; plannedKeys?: string[]; compactionKey?: string },
    );
  return {
    plannedKeys: records[0]?.plannedKeys ?? [],
    keys: records.flatMap(({ type, compactionKey }) =>
      type === 'compacted' && compactionKey !== undefined ? [compactionKey] : [],
    ),
  };
}
