import { spawn } from 'node:child_process';
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BenchError,
  canonicalForm,
  createRunHeader,
  loadRunLog,
  openRunLog,
  type RunRecord,
  type RunStarted,
  readRunLog,
  settleRecords,
} from '../../../harness/index.ts';
import { migrateRecord } from '../../../harness/log/index.ts';
import { runSmall, smallSpec, temporaryFolder } from '../support/small-run.ts';

function header(overrides: Partial<RunStarted> = {}): RunStarted {
  return {
    type: 'run_started',
    plannedKeys: [],
    ...createRunHeader({
      settings: {},
      datasets: [],
      prompts: {},
      models: [],
      readers: [],
      seed: 1,
    }),
    ...overrides,
  };
}

function timed(compactor: string, p50Ms = 1): RunRecord {
  return {
    type: 'timed',
    compactor,
    params: {},
    sizeClass: 'small',
    transcript: 't',
    measured: { samplesMs: [p50Ms], p50Ms, p95Ms: p50Ms },
  };
}

async function logOf(...records: RunRecord[]): Promise<{ dir: string; file: string }> {
  const dir = await temporaryFolder();
  const log = await openRunLog(dir);
  for (const record of records) await log.append(record);
  await log.close();
  return { dir, file: join(dir, 'run.jsonl') };
}

describe('a log whose last line was cut off', () => {
  it('is read without it, at every length, and says so', async () => {
    const { dir, file } = await logOf(header(), timed('a'), timed('b ünïcödé 漢字'));
    const whole = await readFile(file);
    const lastStart = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
    for (let length = lastStart + 1; length < whole.length - 1; length += 1) {
      await writeFile(file, whole.subarray(0, length));
      const { records, warnings } = await loadRunLog(dir);
      expect(records.map(({ type }) => type)).toEqual(['run_started', 'timed']);
      expect(warnings).toEqual([
        `${file}:3: the last line is cut off; its cell counts as not done.`,
      ]);
    }
    // Only the newline is missing: the record is whole.
    await writeFile(file, whole.subarray(0, whole.length - 1));
    expect(await loadRunLog(dir)).toMatchObject({ warnings: [], endsWithNewline: false });
  });

  it('goes on behind the last whole line', async () => {
    for (const cut of [1, 20, 100]) {
      const { dir, file } = await logOf(header(), timed('a'), timed('b'));
      const { length } = await readFile(file);
      await truncate(file, length - cut);
      const log = await openRunLog(dir);
      await log.append(timed('c'));
      await log.close();
      const names = (await readRunLog(dir)).map((record) =>
        record.type === 'timed' ? record.compactor : '-',
      );
      expect(names).toEqual(cut === 1 ? ['-', 'a', 'b', 'c'] : ['-', 'a', 'c']);
    }
  });

  it('keeps every record that was appended before the process was killed', async () => {
    const dir = await temporaryFolder();
    const script = `
      const { openSync, writeSync } = await import('node:fs');
      const line = ${JSON.stringify(`${JSON.stringify(timed('x'))}\n`)};
      const handle = openSync(${JSON.stringify(join(dir, 'run.jsonl'))}, 'a');
      writeSync(handle, ${JSON.stringify(`${JSON.stringify(header())}\n`)});
      for (let i = 0; ; i += 1) {
        writeSync(handle, line.replace('"x"', '"x' + i + '"'));
        if (i === 50) process.stdout.write('go');
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const log = await openRunLog(dir);
    await log.append(timed('after'));
    await log.close();
    const records = await readRunLog(dir);
    expect(records.length).toBeGreaterThan(51);
    expect(records.at(-1)).toMatchObject({ compactor: 'after' });
  });
});

describe('a log that is broken elsewhere', () => {
  it('is refused with every problem at once', async () => {
    const { dir, file } = await logOf(header(), timed('a'));
    await appendFile(file, 'no json\n[1]\n{"type":"graded"}\n{"type":"what"}\n');
    const error = await readRunLog(dir).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BenchError);
    const { code, problems } = error as BenchError;
    expect(code).toBe('E_RECORD');
    expect(problems.map(({ place }) => place)).toEqual(
      [3, 4, 5, 6].map((line) => `${file}:${line}`),
    );
    expect(problems[2]?.message).toContain('gradeKey');
  });

  it('is refused where it is missing or has no header', async () => {
    await expect(readRunLog(await temporaryFolder())).rejects.toThrow('there is no run log');
    const { dir } = await logOf(timed('a'));
    await expect(readRunLog(dir)).rejects.toThrow('before the header');
  });

  it('is refused where a newer program wrote it', async () => {
    const { dir } = await logOf(header({ schemaVersion: 2 }), timed('a'));
    await expect(readRunLog(dir)).rejects.toThrow(
      'the log has schema version 2, this program reads up to 1',
    );
  });
});

describe('a log of an older version', () => {
  const steps = {
    1: (record: object) => ({ ...record, one: true }),
    2: (record: object) => ({ ...record, two: true }),
  };

  it('is migrated step by step', () => {
    const place = 'log:1';
    expect(
      migrateRecord({ type: 'run_started', schemaVersion: 1 }, { from: 1, to: 3, steps, place }),
    ).toEqual({
      type: 'run_started',
      schemaVersion: 3,
      one: true,
      two: true,
    });
    expect(migrateRecord({ type: 'timed' }, { from: 2, to: 3, steps, place })).toEqual({
      type: 'timed',
      two: true,
    });
  });

  it('is refused where a step is missing', () => {
    expect(() => migrateRecord({}, { from: 0, to: 2, steps, place: 'log:1' })).toThrow(
      'E_RECORD log:1: no way leads from schema version 0 to 1.',
    );
  });

  it('of version 1 is read as it was written', async () => {
    const records = await readRunLog('tests/fixtures/logs/v1');
    expect(records.map(({ type }) => type)).toEqual([
      'run_started',
      'compacted',
      'graded',
      'timed',
      'run_finished',
    ]);
    expect(canonicalForm(records)).toMatchSnapshot();
  });
});

describe('the canonical form', () => {
  it('knows no order, no measured figure and no host', () => {
    const host = (name: string) => ({ measured: { startedAt: name, host: { name }, servers: {} } });
    const one = [header(host('one')), timed('a', 1), timed('b', 2)];
    const other = [header(host('two')), timed('b', 3), timed('a', 4)];
    expect(canonicalForm(one)).toBe(canonicalForm(other));
    expect(canonicalForm(one)).not.toBe(canonicalForm([header(host('one')), timed('a')]));
    expect(canonicalForm(one)).not.toBe(
      canonicalForm([header({ seed: 2 }), timed('a'), timed('b')]),
    );
  });

  it('merges the headers of parts and shards', () => {
    const whole = [header({ plannedKeys: ['a', 'b'] }), timed('a'), timed('b')];
    const first = [header({ plannedKeys: ['a'] }), timed('a')];
    const second = [header({ plannedKeys: ['b'] }), timed('b')];
    expect(canonicalForm([...second, ...first])).toBe(canonicalForm(whole));
  });

  it('takes the later of two records of one key', () => {
    expect(settleRecords([header(), timed('a', 1), timed('a', 2)]).records).toMatchObject([
      { type: 'run_started' },
      { measured: { p50Ms: 2 } },
    ]);
  });
});

describe('appending', () => {
  it('from many cells at once leaves whole lines', async () => {
    const dir = await temporaryFolder();
    const log = await openRunLog(dir);
    await log.append(header());
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => log.append(timed(`c${index}`), timed(`d${index}`))),
    );
    await log.close();
    expect(await readRunLog(dir)).toHaveLength(101);
  });

  it('is seen by a reader at once', async () => {
    const dir = await temporaryFolder();
    await runSmall(dir, smallSpec());
    const log = await openRunLog(dir);
    const before = (await readRunLog(dir)).length;
    await log.append(timed('now'));
    expect(await readRunLog(dir)).toHaveLength(before + 1);
    await log.close();
  });
});
