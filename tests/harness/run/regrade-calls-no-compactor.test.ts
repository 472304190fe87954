import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createRealClock,
  createRunHeader,
  createVirtualClock,
  openRunLog,
  type Reader,
  readRunLog,
  regradeRun,
  type Transcript,
} from '../../../harness/index.ts';
import {
  inlineReader,
  inlineSource,
  keeping,
  runSmall,
  smallFacts,
  smallSpec,
  smallTranscript,
  temporaryFolder,
} from '../support/small-run.ts';

async function regrade(from: string, dir: string, transcripts: Transcript[], readers: Reader[]) {
  const log = await openRunLog(dir);
  try {
    return await regradeRun({
      from,
      log,
      header: createRunHeader({
        settings: {},
        datasets: [],
        prompts: {},
        models: [],
        readers,
        seed: 1,
      }),
      transcripts,
      grading: { readers, graders: [], questionForms: ['question'] },
      clock: createRealClock(),
      createClock: () => createVirtualClock(),
      signal: new AbortController().signal,
      concurrency: 2,
    });
  } finally {
    await log.close();
  }
}

async function oldRun() {
  const dir = await temporaryFolder();
  const counts = { compactions: 0 };
  const compact = (request: Parameters<ReturnType<typeof keeping>>[0]) => {
    counts.compactions += 1;
    return keeping('m0', 'm1', 'm5')(request);
  };
  const broken = () => {
    throw new Error('broken');
  };
  const compactors = [inlineSource({ compact }), inlineSource({ name: 'broken', compact: broken })];
  await runSmall(dir, smallSpec({ compactors }), { readers: [inlineReader(() => 'old')] });
  return { dir, counts };
}

describe('regradeRun', () => {
  it('grades the stored contexts with another reader and other facts', async () => {
    const { dir: from, counts } = await oldRun();
    const dir = await temporaryFolder();
    const [ticket] = smallFacts();
    if (ticket?.kind !== 'identifier') throw new Error('facts changed');
    const port = {
      ...ticket,
      id: 'small-port',
      evidence: [{ messageId: 'm5', quote: '8080' }],
      survives: { allOf: ['8080'] },
      probe: { ...ticket.probe, question: 'Which port?' },
    };
    const contexts: string[] = [];
    const reader = {
      ...inlineReader((context, question) => {
        contexts.push(context);
        return `${question} new`;
      }),
      id: 'new-reader',
    };
    const outcome = await regrade(from, dir, [smallTranscript({ facts: [port] })], [reader]);
    expect(counts.compactions).toBe(1);
    expect(outcome).toEqual({ planned: 2, done: 2, failed: 1, missing: 0, stopped: 'finished' });
    const former = await readRunLog(from);
    const records = await readRunLog(dir);
    const compacted = records.filter((record) => record.type === 'compacted');
    expect(compacted.map(({ status, survival }) => ({ status, survival }))).toEqual(
      expect.arrayContaining([
        {
          status: 'compacted',
          survival: [{ factId: 'small-port', survived: true, staleSurvived: null }],
        },
        { status: 'failed', survival: [] },
      ]),
    );
    expect(contexts).toHaveLength(1);
    expect(contexts[0]).toContain('8080');
    const graded = records.filter((record) => record.type === 'graded');
    const answers = graded.flatMap(({ reader: id, probes }) =>
      probes.map(({ answer }) => `${id}: ${answer}`),
    );
    expect(answers.sort()).toEqual(['new-reader: Which port? new', 'new-reader: null']);
    const pairs = (type: 'compacted') =>
      former
        .filter((record) => record.type === type)
        .map(({ pairKey }) => pairKey)
        .sort();
    expect(compacted.map(({ pairKey }) => pairKey).sort()).toEqual(pairs('compacted'));
    expect(await readdir(join(dir, 'blobs'))).toEqual(await readdir(join(from, 'blobs')));
  });

  it('pairs its grades with those of the old run', async () => {
    const { dir: from } = await oldRun();
    const dir = await temporaryFolder();
    await regrade(from, dir, [smallTranscript()], [inlineReader(() => 'other')]);
    const keys = async (folder: string) =>
      (await readRunLog(folder))
        .flatMap((record) => (record.type === 'graded' ? [record.pairKey] : []))
        .sort();
    expect(await keys(dir)).toEqual(await keys(from));
  });

  it('does not grade again what its folder holds', async () => {
    const { dir: from } = await oldRun();
    const dir = await temporaryFolder();
    let asked = 0;
    const reader = inlineReader(() => {
      asked += 1;
      return 'x';
    });
    await regrade(from, dir, [smallTranscript()], [reader]);
    const first = asked;
    await regrade(from, dir, [smallTranscript()], [reader]);
    expect(first).toBe(3);
    expect(asked).toBe(first);
  });

  it('refuses a transcript whose messages have changed', async () => {
    const { dir: from } = await oldRun();
    const messages = smallTranscript().messages.map((message) =>
      message.id === 'm1'
        ? { ...message, content: [{ type: 'text' as const, text: 'other' }] }
        : message,
    );
    const dir = await temporaryFolder();
    await expect(
      regrade(from, dir, [smallTranscript({ messages })], [inlineReader(() => 'x')]),
    ).rejects.toThrow('message "m1" of the context is not the one of transcript "small"');
  });
});
