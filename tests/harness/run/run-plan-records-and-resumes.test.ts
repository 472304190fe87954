import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BenchError,
  type Clock,
  type CompactedRecord,
  type CompactionRequest,
  canonicalForm,
  createScriptedModel,
  createVirtualClock,
  ModelError,
  readRunLog,
} from '../../../harness/index.ts';
import {
  callMessage,
  inlineReader,
  inlineSource,
  keeping,
  runSmall,
  smallMessages,
  smallSpec,
  smallTranscript,
  temporaryFolder,
} from '../support/small-run.ts';

const reader = inlineReader((context) => (context.includes('BUG-4711') ? 'BUG-4711' : 'not known'));

async function compactedRecords(dir: string): Promise<CompactedRecord[]> {
  return (await readRunLog(dir)).filter((record) => record.type === 'compacted');
}

describe('runPlan', () => {
  it('records a compaction with its context, its survival and its answers', async () => {
    const dir = await temporaryFolder();
    const spec = smallSpec({
      compactors: [inlineSource({ compact: keeping('m0', 'm1', 'm7') })],
    });
    const { outcome } = await runSmall(dir, spec, { readers: [reader] });
    expect(outcome).toEqual({ planned: 1, done: 1, failed: 0, missing: 0, stopped: 'finished' });
    const records = await readRunLog(dir);
    expect(records.map(({ type }) => type)).toEqual([
      'run_started',
      'compacted',
      'graded',
      'run_finished',
    ]);
    const [compacted] = await compactedRecords(dir);
    expect(compacted).toMatchObject({
      status: 'compacted',
      round: 1,
      played: 8,
      violations: [],
      survival: [
        { factId: 'small-ticket', survived: true, staleSurvived: null },
        { factId: 'small-limit', survived: false, staleSurvived: false },
        { factId: 'small-absent', survived: null, staleSurvived: null },
      ],
      measured: { latencyMs: null },
    });
    expect(compacted?.tokensAfter).toBe(
      spec.counter.count(
        smallTranscript().messages.filter(({ id }) => ['m0', 'm1', 'm7'].includes(id)),
      ),
    );
    const blob = await readFile(join(dir, 'blobs', `${compacted?.contextBlob}.json`), 'utf8');
    expect(JSON.parse(blob).map(({ id }: { id: string }) => id)).toEqual(['m0', 'm1', 'm7']);
    const graded = records.find((record) => record.type === 'graded');
    expect(
      graded?.probes.map(({ factId, answer, stale, invented, position }) => ({
        factId,
        answer,
        stale,
        invented,
        position,
      })),
    ).toEqual([
      { factId: 'small-ticket', answer: 'BUG-4711', stale: null, invented: null, position: 2 },
      { factId: 'small-limit', answer: 'BUG-4711', stale: false, invented: null, position: 4 },
      { factId: 'small-absent', answer: 'BUG-4711', stale: null, invented: true, position: null },
    ]);
  });

  it('makes a record of a cell that throws and goes on', async () => {
    const dir = await temporaryFolder();
    const { outcome } = await runSmall(
      dir,
      smallSpec({
        compactors: [
          inlineSource({
            name: 'broken',
            compact: () => {
              throw new TypeError('no such thing');
            },
          }),
          inlineSource({ name: 'sound', compact: keeping('m0') }),
        ],
      }),
      { readers: [reader] },
    );
    expect(outcome).toMatchObject({ done: 2, failed: 1, missing: 0 });
    const records = await readRunLog(dir);
    const broken = (await compactedRecords(dir)).find(({ compactor }) => compactor === 'broken');
    expect(broken).toMatchObject({
      status: 'failed',
      cause: 'crash',
      contextBlob: null,
      tokensAfter: null,
      survival: [],
      steps: [{ cause: 'crash', detail: 'TypeError: no such thing' }],
    });
    const graded = records.find(
      (record) => record.type === 'graded' && record.compactionKey === broken?.compactionKey,
    );
    expect(graded?.type === 'graded' && graded.probes.map(({ grade }) => grade)).toEqual(
      Array(3).fill({
        status: 'unscored',
        reason: 'no-context',
        detail: 'the compaction left no context',
      }),
    );
  });

  it('fails a compactor that changes its input, and spares the other cells', async () => {
    const dir = await temporaryFolder();
    await runSmall(
      dir,
      smallSpec({
        compactors: [
          inlineSource({
            name: 'vandal',
            compact: (request) => {
              request.messages[1]?.content.pop();
              return keeping('m0', 'm1')(request);
            },
          }),
          inlineSource({ name: 'sound', compact: keeping('m0', 'm1') }),
        ],
      }),
    );
    const records = await compactedRecords(dir);
    expect(
      records.map(({ compactor, status, cause }) => [compactor, status, cause]).sort(),
    ).toEqual([
      ['sound', 'compacted', null],
      ['vandal', 'failed', 'crash'],
    ]);
  });

  it('meters calls, takes latency from the virtual clock, and turns a missing recording into a failed cell', async () => {
    const dir = await temporaryFolder();
    const model = createScriptedModel({
      id: 'm',
      answers: [{ text: 'short', durationMs: 1200 }],
    });
    const askTwice = (calls: number) =>
      inlineSource({
        name: `asks-${calls}`,
        needsModel: true,
        compact: async (request) => {
          for (let call = 0; call < calls; call += 1) {
            try {
              await request.models?.main.generate({
                messages: [{ role: 'user', content: 'sum up' }],
                format: { type: 'text' },
                maxOutputTokens: 10,
                temperature: request.temperature,
                seed: request.seed,
                purpose: { kind: 'summary', promptId: 's', promptHash: 'h', task: request.task },
                clock: request.clock,
                signal: request.signal,
              });
            } catch {
              // Handed on as if nothing had happened.
            }
          }
          return keeping('m0')(request);
        },
      });
    await runSmall(
      dir,
      smallSpec({ compactors: [askTwice(1), askTwice(2)], models: [{ main: model, small: null }] }),
      { concurrency: 1 },
    );
    const records = await compactedRecords(dir);
    const [once, twice] = records;
    expect(once).toMatchObject({
      status: 'compacted',
      model: 'scripted:m',
      unsupportedValues: [],
      calls: [{ purpose: 'summary', attempt: 1, stopReason: 'stop', cause: null }],
      measured: { latencyMs: 1200, modelMs: 1200, callMs: [{ durationMs: 1200 }] },
    });
    expect(once?.calls[0]).not.toHaveProperty('durationMs');
    expect(twice).toMatchObject({ status: 'failed', cause: 'no-recording', contextBlob: null });
    expect(twice?.calls.map(({ cause, attempt }) => [cause, attempt])).toEqual([
      ['no-recording', 1],
      ['no-recording', 2],
    ]);
    const answer = await readFile(join(dir, 'blobs', `${once?.calls[0]?.answerBlob}.json`), 'utf8');
    expect(JSON.parse(answer)).toMatchObject({ text: 'short', stopReason: 'stop' });
    expect(JSON.parse(answer)).not.toHaveProperty('timing');
  });

  it('names the cause of a model error that a compactor lets through', async () => {
    const dir = await temporaryFolder();
    await runSmall(
      dir,
      smallSpec({
        compactors: [
          inlineSource({
            compact: () => {
              throw new ModelError('transient', 'busy', { status: 503 });
            },
          }),
        ],
      }),
    );
    expect(await compactedRecords(dir)).toMatchObject([{ status: 'failed', cause: 'transient' }]);
  });
});

function countingSources(counts: Map<string, number>) {
  return ['a', 'b', 'c', 'd'].map((name) =>
    inlineSource({
      name,
      compact: (request) => {
        counts.set(name, (counts.get(name) ?? 0) + 1);
        return keeping('m0', 'm1', 'm2', 'm3')(request);
      },
    }),
  );
}

describe('a run that is resumed', () => {
  it('does each cell once and has the canonical form of a run in one go', async () => {
    const whole = await temporaryFolder();
    // It answers with all that it was shown: a context from its blob must read as it did from memory.
    const echo = inlineReader((context) => context);
    const args = { path: 'src/parser.ts', encoding: 'utf8', after: '3' };
    const messages = smallMessages().map((message) =>
      message.id === 'm2' ? callMessage('m2', 'c1', args) : message,
    );
    const specOf = (counts: Map<string, number>) =>
      smallSpec({
        transcripts: [smallTranscript({ messages })],
        compactors: countingSources(counts),
      });
    await runSmall(whole, specOf(new Map()), { readers: [echo] });
    const lines = (await readFile(join(whole, 'run.jsonl'), 'utf8')).split('\n').slice(0, -1);
    const expected = canonicalForm(await readRunLog(whole));
    for (const cut of [1, 2, 3, 5, 8]) {
      const dir = await temporaryFolder();
      // What a kill leaves: some whole lines, and the next one cut off. Contexts are written before their record.
      const next = lines[cut] ?? '';
      const torn = `${lines.slice(0, cut).join('\n')}\n${next.slice(0, next.length / 2)}`;
      await writeFile(join(dir, 'run.jsonl'), torn);
      await copyBlobs(whole, dir);
      const counts = new Map<string, number>();
      const { outcome } = await runSmall(dir, specOf(counts), { readers: [echo] });
      const kept = lines.slice(0, cut).filter((line) => line.includes('"type":"compacted"')).length;
      expect([...counts.values()].reduce((sum, n) => sum + n, 0)).toBe(4 - kept);
      expect(outcome).toMatchObject({ done: 4, missing: 0 });
      expect(canonicalForm(await readRunLog(dir))).toBe(expected);
    }
  });

  it('runs nothing again where all is done', async () => {
    const dir = await temporaryFolder();
    const counts = new Map<string, number>();
    await runSmall(dir, smallSpec({ compactors: countingSources(counts) }), { readers: [reader] });
    const { outcome } = await runSmall(dir, smallSpec({ compactors: countingSources(counts) }), {
      readers: [reader],
    });
    expect([...counts.values()]).toEqual([1, 1, 1, 1]);
    expect(outcome).toMatchObject({ done: 4, missing: 0 });
  });

  it('grades with a new reader without compacting again', async () => {
    const dir = await temporaryFolder();
    const counts = new Map<string, number>();
    await runSmall(dir, smallSpec({ compactors: countingSources(counts) }));
    await runSmall(dir, smallSpec({ compactors: countingSources(counts) }), { readers: [reader] });
    expect([...counts.values()]).toEqual([1, 1, 1, 1]);
    const graded = (await readRunLog(dir)).filter((record) => record.type === 'graded');
    expect(graded).toHaveLength(4);
  });

  it('refuses the log of other sources and of another plan', async () => {
    const dir = await temporaryFolder();
    await runSmall(dir, smallSpec());
    const file = join(dir, 'run.jsonl');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"sourceHash":"[0-9a-f]+"/, '"sourceHash":"ffff"'));
    const refused = runSmall(dir, smallSpec({ budgets: [0.25] }));
    await expect(refused).rejects.toThrow(BenchError);
    await expect(refused).rejects.toThrow(/sources ffff[\s\S]*plan differs: 1 cells .* 1 of its/);
  });
});

describe('a run that is stopped', () => {
  it('leaves the cells in flight without a record when it is aborted', async () => {
    const dir = await temporaryFolder();
    const controller = new AbortController();
    const { outcome } = await runSmall(
      dir,
      smallSpec({
        compactors: [
          inlineSource({ name: 'first', compact: keeping('m0') }),
          inlineSource({
            name: 'aborted',
            compact: (request) => {
              controller.abort();
              return keeping('m0')(request);
            },
          }),
          inlineSource({ name: 'never', compact: keeping('m0') }),
        ],
      }),
      { signal: controller.signal, concurrency: 1 },
    );
    expect(outcome).toEqual({ planned: 3, done: 1, failed: 0, missing: 2, stopped: 'aborted' });
    expect((await compactedRecords(dir)).map(({ compactor }) => compactor)).toEqual(['first']);
  });

  it('begins no cell once its minutes are up', async () => {
    const dir = await temporaryFolder();
    let timer = { ms: 0, fire: (): void => undefined };
    const clock: Clock = {
      ...createVirtualClock(),
      after: (ms, fire) => {
        timer = { ms, fire };
        return () => undefined;
      },
    };
    const compact = (request: CompactionRequest) => {
      if (request.targetTokens === 20) timer.fire();
      return keeping('m0')(request);
    };
    const { outcome } = await runSmall(
      dir,
      smallSpec({ compactors: [inlineSource({ compact })], budgets: [0.5, 20, 10] }),
      { clock, maxMinutes: 1.5, concurrency: 1 },
    );
    expect(timer.ms).toBe(90_000);
    expect(outcome).toMatchObject({ planned: 3, done: 1, missing: 2, stopped: 'time' });
  });

  it('cannot be failed by a listener', async () => {
    const dir = await temporaryFolder();
    const events: string[] = [];
    const { outcome } = await runSmall(dir, smallSpec(), {
      onProgress: (event) => {
        events.push(event.type);
        throw new Error('listener');
      },
    });
    expect(outcome.done).toBe(1);
    expect(events).toEqual(['run-planned', 'cell-started', 'cell-compacted', 'cell-finished']);
  });
});

async function copyBlobs(from: string, to: string): Promise<void> {
  const { cp } = await import('node:fs/promises');
  await cp(join(from, 'blobs'), join(to, 'blobs'), { recursive: true });
}
