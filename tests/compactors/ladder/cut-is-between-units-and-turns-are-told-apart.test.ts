import { describe, expect, test } from 'vitest';
import { createCompactor, createLadder } from '../../../compactors/index.ts';
import { createScriptedModel, type Message } from '../../../harness/index.ts';
import { ladderSession, overWindow, SMALL_FLOOR } from '../support/ladder-session.ts';
import { call, prose, result, text } from '../support/messages.ts';
import { createRequest } from '../support/request.ts';

const scripted = (contextTokens = 32_768) =>
  createScriptedModel({
    id: 'main',
    contextTokens,
    answer: ({ purpose }) =>
      purpose.promptId === 'ladder-turn-prefix' ? 'Prefix notes.' : 'History notes.',
  });

test('a cut inside a turn: history and turn prefix by a call each, joined', async () => {
  const main = scripted();
  const request = overWindow(ladderSession(), { models: { main } });
  const found = await createCompactor({ name: 'ladder', params: SMALL_FLOOR }).compact(request);
  if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
  expect(main.calls.map(({ purpose }) => purpose.promptId)).toEqual([
    'ladder-history',
    'ladder-turn-prefix',
  ]);
  const [history, prefix] = main.calls.map(({ messages }) => messages[1]?.content ?? '');
  expect(history).toContain('Task 2.');
  expect(history).not.toContain('Task 3.');
  expect(prefix).toContain('Task 3.');
  expect(prefix).not.toContain('Task 2.');
  expect(found.messages[1]?.content).toEqual([
    {
      type: 'text',
      text: 'Summary of the earlier part of this conversation:\n\nHistory notes.\n\nIn the turn that goes on below, so far:\nPrefix notes.',
    },
  ]);
});

test('a cut between two turns: one call', async () => {
  const main = scripted();
  const request = overWindow(ladderSession(), { models: { main } });
  const params = { reserveTokens: 0, keepRecentTokens: 4 };
  const found = await createCompactor({ name: 'ladder', params }).compact(request);
  if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
  expect(found.messages.map(({ id }) => id)).toEqual(['s', 'ladder-checkpoint', 'u4', 'last']);
  expect(main.calls.map(({ purpose }) => purpose.promptId)).toEqual(['ladder-history']);
});

test('an earlier summary goes to the update prompt', async () => {
  const main = scripted();
  const compactor = createCompactor({ name: 'ladder', params: SMALL_FLOOR });
  const first = await compactor.compact(overWindow(ladderSession(), { models: { main } }));
  if (first.status !== 'compacted') throw new Error(first.status);
  const later = ladderSession()
    .slice(1)
    .map((message) => ({ ...message, id: `x-${message.id}` }));
  const second = await compactor.compact(
    overWindow([...first.messages, ...later], { models: { main } }),
  );
  expect(main.calls[2]?.purpose.promptId).toBe('ladder-update');
  expect(main.calls[2]?.messages[1]?.content).toContain('<notes>\nHistory notes.');
  if (second.status !== 'compacted') throw new Error(second.status);
  expect(second.messages.filter(({ created }) => created)).toHaveLength(1);
});

test('calls and their results are never parted, in any pass', async () => {
  const main = scripted();
  for (const keepRecentTokens of [1, 30, 60, 200, 260, 300, 520, 700]) {
    const request = overWindow(ladderSession(), { models: { main } });
    const params = { reserveTokens: 0, keepRecentTokens };
    const found = await createCompactor({ name: 'ladder', params }).compact(request);
    if (!('messages' in found)) throw new Error(JSON.stringify(found));
    const ids = new Set(found.messages.map(({ id }) => id));
    for (const id of ['11', '12', '21', '22', '31', '32']) {
      expect(ids.has(`a${id}`)).toBe(ids.has(`r${id}`));
    }
  }
});

describe('trailing results larger than the floor leave no cut point', () => {
  const trailing = (words: number): Message[] => [
    text('s', 'system', 'S.'),
    text('u', 'user', 'Show the log.'),
    call('a', ['c1', 'c2']),
    result('r1', 'c1', prose('one', words)),
    result('r2', 'c2', prose('two', words)),
  ];

  test('the step is cut inside: its results are clipped, its pair stays, no empty summary is asked for', async () => {
    const main = scripted();
    const request = createRequest(trailing(900), { models: { main } });
    const found = await createCompactor({ name: 'ladder' }).compact(request);
    if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
    expect(main.calls).toHaveLength(0);
    expect(found.steps.map(({ rung }) => rung)).toEqual(['prune-results']);
    expect(found.messages.map(({ id }) => id)).toEqual(['s', 'u', 'a', 'r1', 'r2']);
    expect(found.origins.map(({ type }) => type)).toEqual([
      'kept',
      'kept',
      'kept',
      'replaced',
      'replaced',
    ]);
    expect(request.counter.count(found.messages)).toBeLessThanOrEqual(request.targetTokens);
    expect(JSON.stringify(found.messages)).toMatch(/\[\d+ characters cut\]/);
  });

  test('nothing to clip either: skipped, not a success', async () => {
    const main = scripted();
    const short = [...trailing(3)];
    const request = createRequest(short, { models: { main }, targetTokens: 5 });
    const found = await createCompactor({ name: 'ladder' }).compact(request);
    expect(found).toEqual({ status: 'skipped', reason: 'no-cut-point' });
  });
});

test('a pass without work over the window is no success: it does not fit', async () => {
  const main = scripted();
  const messages = [
    text('s', 'system', 'S.'),
    text('u', 'user', prose('huge', 900)),
    text('last', 'assistant', 'Ok.'),
  ];
  const request = overWindow(messages, { models: { main } });
  const found = await createCompactor({ name: 'ladder', params: SMALL_FLOOR }).compact(request);
  expect(found).toEqual({ status: 'failed', cause: 'does-not-fit', steps: [] });
  expect(main.calls).toHaveLength(0);
});

test('the newest message alone over the floor stays, and what is before it is summarized', async () => {
  const main = scripted();
  const messages = [...ladderSession(), text('end', 'user', prose('end', 200))];
  const request = overWindow(messages, { models: { main } });
  const found = await createCompactor({ name: 'ladder', params: SMALL_FLOOR }).compact(request);
  if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
  expect(found.messages.at(-1)).toBe(request.messages.at(-1));
});

test('a summarizer with a small context takes the oldest part, pass by pass', async () => {
  const main = scripted(1500);
  const request = overWindow(ladderSession(120), { models: { main }, windowTokens: 1000 });
  const found = await createCompactor({ name: 'ladder', params: SMALL_FLOOR }).compact(request);
  if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
  expect(found.steps.length).toBeGreaterThan(1);
  expect(found.messages.filter(({ created }) => created)).toHaveLength(1);
  expect(main.calls[0]?.messages[1]?.content).not.toContain('w31x0');
  expect(request.counter.count(found.messages)).toBeLessThanOrEqual(1000);
});

test('the local trim repairs the pairing of what is left', async () => {
  const main = createScriptedModel({ id: 'main', answer: () => ' ' });
  const messages = [
    ...ladderSession(),
    call('open', ['never-answered']),
    text('u5', 'user', 'And?'),
  ];
  const request = overWindow(messages, { models: { main } });
  const found = await createCompactor({ name: 'ladder', params: SMALL_FLOOR }).compact(request);
  if (found.status !== 'fallback') throw new Error(JSON.stringify(found));
  const at = found.messages.findIndex(({ id }) => id === 'open');
  expect(found.messages[at + 1]?.content[0]).toMatchObject({
    type: 'tool_result',
    callId: 'never-answered',
    isError: true,
  });
  expect(found.origins[at + 1]).toEqual({ type: 'created', ids: [] });
});

describe('the memory hook', () => {
  test('is called once a pass with what was summarized', async () => {
    const seen: string[] = [];
    const main = scripted(1500);
    const ladder = createLadder({
      params: SMALL_FLOOR,
      memoryExtractionHook: (spanText) => seen.push(spanText),
    });
    const request = overWindow(ladderSession(120), { models: { main }, windowTokens: 1000 });
    const found = await ladder.compact(request);
    if (found.status !== 'compacted') throw new Error(JSON.stringify(found));
    expect(seen).toHaveLength(found.steps.length);
    expect(seen[0]).toContain('Task 1.');
    expect(seen.at(-1)).not.toContain('Task 1.');
  });

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('hook');
      },
    ],
    ['rejects', () => Promise.reject(new Error('hook'))],
    ['never ends', () => new Promise(() => {})],
  ])('that %s can neither fail nor delay the run', async (_name, memoryExtractionHook) => {
    const main = scripted();
    const request = overWindow(ladderSession(), { models: { main } });
    const found = await createLadder({ params: SMALL_FLOOR, memoryExtractionHook }).compact(
      request,
    );
    expect(found.status).toBe('compacted');
    expect(request.clock.now()).toBe(0);
  });
});

describe('prompts of the host', () => {
  test('replace the built-in texts, and get the pins even without a slot for them', async () => {
    const main = scripted();
    const prompts = {
      system: 'SYS',
      history: 'H {words}: {conversation}',
      turnPrefix: 'T {conversation}',
    };
    const request = overWindow(ladderSession(), { models: { main }, pins: ['Pin one.'] });
    await createCompactor({ name: 'ladder', params: { ...SMALL_FLOOR, prompts } }).compact(request);
    expect(main.calls[0]?.messages[0]?.content).toBe('SYS');
    expect(main.calls[0]?.messages[1]?.content).toMatch(/^H \d+: user: Task 1\./);
    expect(main.calls[0]?.messages[1]?.content).toContain('<pinned>\nPin one.\n</pinned>');
    expect(main.calls[1]?.messages[1]?.content).toMatch(/^T user: Task 3\./);
  });

  test('have a hash of their own, so that recordings of the built-in ones do not pass for them', async () => {
    const hashes = await Promise.all(
      [{}, { prompts: { system: 'SYS' } }].map(async (params) => {
        const main = scripted();
        const request = overWindow(ladderSession(), { models: { main } });
        await createCompactor({ name: 'ladder', params: { ...SMALL_FLOOR, ...params } }).compact(
          request,
        );
        return main.calls[0]?.purpose.promptHash;
      }),
    );
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  test('without the slot that they cannot do without are refused, all at once', () => {
    const prompts = { history: 'no slot', update: 'only {conversation}' };
    expect(() => createCompactor({ name: 'ladder', params: { prompts } })).toThrow(
      /prompts\.history[\s\S]*prompts\.update/,
    );
    expect(() =>
      createCompactor({ name: 'ladder', params: { prompts: { histori: 'x' } } }),
    ).toThrow(/E_COMPACTOR/);
  });
});
