import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type CompactedRecord,
  type CompactionRequest,
  createCounter,
  createScriptedModel,
  type Message,
  readRunLog,
  type Transcript,
} from '../../../harness/index.ts';
import {
  type InlineCompactor,
  inlineReader,
  inlineSource,
  runSmall,
  smallFacts,
  smallSpec,
  smallTranscript,
  temporaryFolder,
  textMessage,
} from '../support/small-run.ts';

const counter = createCounter('o200k_base');

/** A session of `turns` questions and answers, 30 to 40 tokens a turn; a fact in turn 2, one in the last. */
function longSession(turns: number, overrides: Partial<Transcript> = {}): Transcript {
  const messages: Message[] = [textMessage('sys', 'system', 'You answer.')];
  for (let turn = 1; turn <= turns; turn += 1) {
    const word = turn === 2 ? 'The ticket is BUG-4711.' : 'Nothing new.';
    messages.push(
      textMessage(`u${turn}`, 'user', `Question number ${turn} about the program. ${word}`),
    );
    messages.push(
      textMessage(
        `a${turn}`,
        'assistant',
        `Answer number ${turn}: it has been looked at with care.`,
      ),
    );
  }
  const [ticket, , absent] = smallFacts('long');
  if (ticket?.kind !== 'identifier' || absent === undefined) throw new Error('facts changed');
  const early = { ...ticket, evidence: [{ messageId: 'u2', quote: 'BUG-4711' }] };
  const late = {
    ...ticket,
    id: 'long-late',
    evidence: [{ messageId: `u${turns}`, quote: `number ${turns}` }],
    survives: { allOf: [`Question number ${turns}`] },
  };
  return smallTranscript({ id: 'long', messages, facts: [early, late, absent], ...overrides });
}

/** Keeps the system message and the newest messages that fit. */
function newest({ messages, targetTokens, counter: by }: CompactionRequest) {
  const kept = messages.filter(({ role }) => role === 'system');
  const rest: Message[] = [];
  for (const message of messages.toReversed()) {
    if (message.role === 'system') continue;
    if (by.count([...kept, message, ...rest]) > targetTokens) break;
    rest.unshift(message);
  }
  const all = [...kept, ...rest];
  return {
    status: 'compacted' as const,
    steps: [],
    messages: all,
    origins: all.map(({ id }) => ({ type: 'kept' as const, id })),
  };
}

async function replay(
  compact: InlineCompactor['compact'],
  transcript = longSession(20),
  windowTokens = 200,
): Promise<CompactedRecord[]> {
  const dir = await temporaryFolder();
  await runSmall(
    dir,
    smallSpec({
      transcripts: [transcript],
      compactors: [inlineSource({ compact })],
      modes: ['replay'],
      windowTokens,
    }),
  );
  return (await readRunLog(dir)).filter((record) => record.type === 'compacted');
}

describe('a replay', () => {
  it('is compacted whenever the context reaches the share of the window', async () => {
    const requests: { task: string; tokens: number; target: number; last: string | undefined }[] =
      [];
    const records = await replay((request) => {
      requests.push({
        task: request.task,
        tokens: counter.count(request.messages),
        target: request.targetTokens,
        last: request.messages.at(-1)?.id,
      });
      expect(request.force).toBe(true);
      expect(request.windowTokens).toBe(200);
      return newest(request);
    });
    expect(records.length).toBeGreaterThan(2);
    expect(records.map(({ round }) => round)).toEqual(records.map((_, index) => index + 1));
    expect(requests.map(({ task }) => task)).toEqual(records.map(({ round }) => `long#${round}`));
    for (const { tokens, target, last } of requests) {
      expect(tokens).toBeGreaterThanOrEqual(140);
      expect(tokens).toBeLessThan(180);
      expect(target).toBe(80);
      // It runs before a call of the model, so the newest message is the user's.
      expect(last).toMatch(/^u/);
    }
    for (const { tokensBefore, tokensAfter, budgetRatio } of records) {
      expect(tokensBefore).toBeGreaterThanOrEqual(140);
      expect(tokensAfter).toBeLessThanOrEqual(80);
      expect(budgetRatio).toBe(0.4);
    }
  });

  it('asks in each round only what has been played', async () => {
    const records = await replay(newest);
    const first = records.at(0);
    const last = records.at(-1);
    expect(first?.survival.map(({ factId }) => factId)).toEqual(['long-ticket', 'long-absent']);
    expect(first?.played).toBeLessThan(last?.played ?? 0);
    const { survival } = last ?? { survival: [] };
    expect(survival.find(({ factId }) => factId === 'long-ticket')?.survived).toBe(false);
  });

  it('has one record of round 0 with all of the transcript where nothing was compacted', async () => {
    const records = await replay(() => ({ status: 'skipped', reason: 'would-change-nothing' }));
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      round: 0,
      played: 41,
      status: 'skipped',
      reason: 'would-change-nothing',
      extra: { rounds: 1, modelCalls: 20 },
    });
    expect(records[0]?.survival.map(({ survived }) => survived)).toEqual([true, true, null]);
    const { tokensSent, tokensSentUncompacted, skippedFirings, overflowCalls } =
      records[0]?.extra ?? {};
    expect(tokensSent).toBe(tokensSentUncompacted);
    expect(skippedFirings).toBeGreaterThan(5);
    expect(overflowCalls).toBeGreaterThan(5);
  });

  it('is not triggered by a transcript that stays under the share', async () => {
    const [record] = await replay(newest, longSession(3));
    expect(record).toMatchObject({ round: 0, status: 'skipped', reason: 'not-triggered' });
  });

  it('counts what the session sends, with compaction and without', async () => {
    const transcript = longSession(20);
    const [record] = await replay(newest, transcript);
    const uncompacted = transcript.messages.reduce(
      (sum, message, index) =>
        message.role === 'assistant'
          ? sum + counter.count(transcript.messages.slice(0, index))
          : sum,
      0,
    );
    expect(record?.extra).toMatchObject({
      modelCalls: 20,
      tokensSentUncompacted: uncompacted,
      skippedFirings: 0,
      overflowCalls: 0,
    });
    expect(record?.extra.tokensSent).toBeLessThan(uncompacted * 0.6);
    expect(record?.extra.tokensSent).toBeGreaterThan(20 * 50);
  });

  it('believes reported usage until the first compaction, then the local count and the overhead seen', async () => {
    // The provider counts 60 tokens more than the counter: a system prompt that the recording does not hold.
    const transcript = longSession(20);
    const usage = transcript.messages.flatMap((message, index) =>
      message.role === 'assistant'
        ? [
            {
              messageId: message.id,
              promptTokens: counter.count(transcript.messages.slice(0, index)) + 60,
              completionTokens: counter.count([message]),
              cachedTokens: null,
            },
          ]
        : [],
    );
    const seen: { usage: number | null; tokens: number; target: number }[] = [];
    await replay(
      (request) => {
        seen.push({
          usage: request.usage?.length ?? null,
          tokens: counter.count(request.messages),
          target: request.targetTokens,
        });
        return newest(request);
      },
      longSession(20, { usage }),
    );
    const [first, ...later] = seen;
    expect(first?.usage).toBe(20);
    expect(first?.tokens).toBeLessThan(120);
    expect(Math.abs((first?.target ?? 0) - 20)).toBeLessThan(4);
    expect(later.length).toBeGreaterThan(2);
    for (const { usage: reported, tokens, target } of later) {
      expect(reported).toBeNull();
      expect(tokens).toBeGreaterThanOrEqual(75);
      expect(tokens).toBeLessThan(120);
      expect(Math.abs(target - 20)).toBeLessThan(4);
    }
  });

  it('ends at a call without a recording, as a failed cell', async () => {
    const dir = await temporaryFolder();
    await runSmall(
      dir,
      smallSpec({
        transcripts: [longSession(20)],
        compactors: [
          inlineSource({
            needsModel: true,
            compact: async (request) => {
              await request.models?.main.generate({
                messages: [],
                format: { type: 'text' },
                maxOutputTokens: 1,
                temperature: 0,
                seed: 1,
                purpose: { kind: 'summary', promptId: 's', promptHash: 'h', task: request.task },
                clock: request.clock,
                signal: request.signal,
              });
              return newest(request);
            },
          }),
        ],
        models: [{ main: createScriptedModel({ id: 'm', answers: ['one'] }), small: null }],
        modes: ['replay'],
        windowTokens: 200,
      }),
    );
    const records = (await readRunLog(dir)).filter((record) => record.type === 'compacted');
    expect(
      records.map(({ round, status, cause, calls }) => [round, status, cause, calls.length]),
    ).toEqual([
      [1, 'compacted', null, 1],
      [2, 'failed', 'no-recording', 1],
    ]);
  });

  it('is done again whole where a kill left only some of its rounds', async () => {
    const dir = await temporaryFolder();
    const counts = { compactions: 0 };
    const spec = smallSpec({
      transcripts: [longSession(20)],
      compactors: [
        inlineSource({
          compact: (request) => {
            counts.compactions += 1;
            return newest(request);
          },
        }),
      ],
      modes: ['replay'],
      windowTokens: 200,
    });
    const readers = [inlineReader(() => 'not known')];
    await runSmall(dir, spec, { readers });
    const rounds = counts.compactions;
    const file = join(dir, 'run.jsonl');
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, `${lines.slice(0, 3).join('\n')}\n`);
    const { outcome } = await runSmall(dir, spec, { readers });
    expect(counts.compactions).toBe(2 * rounds);
    expect(outcome).toMatchObject({ done: 1, missing: 0 });
    const records = (await readRunLog(dir)).filter((record) => record.type === 'compacted');
    expect(records.map(({ round }) => round)).toEqual(
      Array.from({ length: rounds }, (_, i) => i + 1),
    );
  });
});
