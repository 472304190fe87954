import { describe, expect, it } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import type { CompactionRequest, Message } from '../../../harness/index.ts';
import { contextOf, createRequest } from '../../support/request.ts';
import { assistant, step, system, user } from '../../support/transcripts.ts';

const long = 'r'.repeat(3000);
const messages: Message[] = [
  system('s1', 'be brief'),
  user('u1', 'first task'),
  ...step('c1', long),
  assistant('a1', 'done with the first'),
  system('s2', 'a reminder'),
  user('u2', 'second task'),
  ...step('c2', long),
  ...step('c3', long),
];

async function run(name: string, overrides: Partial<CompactionRequest> = {}, input = messages) {
  return createCompactor({ name }).compact(createRequest(input, overrides));
}

async function idsOf(name: string, overrides: Partial<CompactionRequest> = {}, input = messages) {
  return contextOf(await run(name, overrides, input))?.messages.map(({ id }) => id) ?? null;
}

describe('identity', () => {
  it('changes nothing, and says that', async () => {
    expect(await run('identity')).toEqual({ status: 'skipped', reason: 'would-change-nothing' });
  });
});

describe('drop-all', () => {
  it('keeps system messages, newest user message and newest unit', async () => {
    expect(await idsOf('drop-all')).toEqual(['s1', 's2', 'u2', 'c3', 'c3-r']);
  });

  it('clips a long result in the newest unit and says that it did', async () => {
    const context = contextOf(await run('drop-all'));
    expect(context?.origins.at(-1)).toEqual({ type: 'replaced', ids: ['c3-r'] });
    const [block] = context?.messages.at(-1)?.content ?? [];
    expect(block).toMatchObject({ callId: 'c3', isError: false });
    expect(block?.type === 'tool_result' ? block.text : '').toBe(
      `${'r'.repeat(1200)}\n[1000 characters cut]\n${'r'.repeat(800)}`,
    );
  });

  it('is skipped where nothing would go', async () => {
    const minimal = [system('s', 'x'), user('u', 'y'), ...step('c', 'z')];
    expect(await run('drop-all', {}, minimal)).toEqual({
      status: 'skipped',
      reason: 'would-change-nothing',
    });
  });
});

describe('tail', () => {
  it('keeps the newest units that fit and stops at the first that does not', async () => {
    // Two steps of about 770 tokens each fit under 1,600, and so do the two messages before them; the step before those does not.
    expect(await idsOf('tail', { targetTokens: 1600 })).toEqual([
      's1',
      'a1',
      's2',
      'u2',
      'c2',
      'c2-r',
      'c3',
      'c3-r',
    ]);
  });

  it('keeps one unit even where it does not fit', async () => {
    expect(await idsOf('tail', { targetTokens: 1 })).toEqual(['s1', 's2', 'c3', 'c3-r']);
  });

  it('is skipped where everything fits', async () => {
    expect(await run('tail', { targetTokens: 1e6 })).toEqual({
      status: 'skipped',
      reason: 'would-change-nothing',
    });
  });
});

describe('random-keep', () => {
  it('chooses by seed: equal seeds alike, others otherwise', async () => {
    const choices = await Promise.all(
      Array.from({ length: 20 }, (_, seed) => idsOf('random-keep', { targetTokens: 900, seed })),
    );
    const again = await idsOf('random-keep', { targetTokens: 900, seed: 7 });
    expect(again).toEqual(choices[7]);
    expect(new Set(choices.map((ids) => ids?.join())).size).toBeGreaterThan(2);
  });

  it('chooses each unit about equally often', async () => {
    const equal = [user('u1', 'aaaa'), user('u2', 'bbbb'), user('u3', 'cccc'), user('u4', 'dddd')];
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 400; seed++) {
      const ids = await idsOf('random-keep', { targetTokens: 3, seed }, equal);
      expect(ids).toHaveLength(1);
      for (const id of ids ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    // Expected 100 each; 60 is more than four standard deviations away.
    for (const count of counts.values()) expect(count).toBeGreaterThan(60);
    expect(counts.size).toBe(4);
  });

  it('stays at or under the target where one unit fits', async () => {
    for (let seed = 0; seed < 30; seed++) {
      const request = createRequest(messages, { targetTokens: 1000, seed });
      const context = contextOf(await createCompactor({ name: 'random-keep' }).compact(request));
      expect(request.counter.count(context?.messages ?? [])).toBeLessThanOrEqual(1000);
    }
  });
});
