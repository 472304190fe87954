import { describe, expect, it } from 'vitest';
import {
  BenchError,
  CompactionHook,
  type CompactionResult,
  type Compactor,
  createCounter,
  type HookOptions,
  type Message,
} from '../../../harness/index.ts';
import { createRequest } from '../../support/request.ts';
import { step, user } from '../../support/transcripts.ts';

const counter = createCounter('approximate');
const messages: Message[] = [user('u', 'a'.repeat(400)), ...step('c', 'b'.repeat(400))];
const state = { messages, tools: [], contextTokens: 0 };

function stub(name: string, compact: () => Promise<CompactionResult>): Compactor {
  return { name, version: 1, role: 'strategy', params: {}, needsModel: false, compact };
}

function hookOf(compactors: Compactor[], overrides: Partial<HookOptions> = {}): CompactionHook {
  return new CompactionHook({ compactors, counter, contextWindow: 100, ...overrides });
}

describe('a compactor that misbehaves leaves the conversation alone', () => {
  const grown = [...messages, user('more', 'c'.repeat(100))];
  const cases: [string, () => Promise<CompactionResult>, string][] = [
    ['throws', async () => Promise.reject(new Error('boom')), 'failed'],
    ['fails', async () => ({ status: 'failed', cause: 'empty', steps: [] }), 'failed'],
    ['is cancelled', async () => ({ status: 'cancelled', steps: [] }), 'cancelled'],
    ['skips', async () => ({ status: 'skipped', reason: 'too-short' }), 'skipped'],
    [
      'grows it',
      async () => ({
        status: 'compacted',
        steps: [],
        messages: grown,
        origins: grown.map(({ id }) => ({ type: 'kept', id })),
      }),
      'compacted',
    ],
  ];
  it.each(cases)('%s', async (_, compact, status) => {
    const run = await hookOf([stub('bad', compact)]).beforeModelCall(
      state,
      createRequest(messages),
    );
    expect(run.result?.status).toBe(status);
    expect(run.messages).toBe(messages);
    expect(run.contextTokens).toBe(0);
  });

  it('and a crash is told apart, with what was thrown', async () => {
    const hook = hookOf([stub('bad', async () => Promise.reject(new Error('boom')))]);
    const { result } = await hook.beforeModelCall(state, createRequest(messages));
    expect(result).toEqual({
      status: 'failed',
      cause: 'crash',
      steps: [{ rung: 'hook', attempts: 1, cause: 'crash', detail: 'boom', durationMs: 0 }],
    });
  });
});

describe('the lifecycle', () => {
  it('warms up in order and closes all, also where one fails', async () => {
    const calls: string[] = [];
    const part = (name: string, failsToClose: boolean): Compactor => ({
      ...stub(name, async () => ({ status: 'skipped', reason: 'too-short' })),
      warmUp: async () => void calls.push(`warm ${name}`),
      close: async () => {
        calls.push(`close ${name}`);
        if (failsToClose) throw new Error(`${name} would not close`);
      },
    });
    const hook = hookOf([part('a', true), part('b', false)]);
    await hook.warmUp();
    await expect(hook.close()).rejects.toThrow('a would not close');
    expect(calls).toEqual(['warm a', 'warm b', 'close a', 'close b']);
  });
});

describe('settings', () => {
  const places = (overrides: Partial<HookOptions>): string[] => {
    try {
      hookOf([stub('x', async () => ({ status: 'cancelled', steps: [] }))], overrides);
      return [];
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      return error.problems.map(({ place }) => place);
    }
  };

  it.each<[Partial<HookOptions>, string[]]>([
    [{}, []],
    [{ compactAt: 1, compactTo: 0.99 }, []],
    [{ contextWindow: 0 }, ['hook.contextWindow']],
    [{ contextWindow: Number.NaN, compactAt: 1.5 }, ['hook.contextWindow', 'hook.compactAt']],
    [{ compactTo: 0 }, ['hook.compactTo']],
    [{ compactAt: 0.4, compactTo: 0.4 }, ['hook.compactTo']],
    [{ compactAt: 0, compactTo: -1 }, ['hook.compactAt', 'hook.compactTo']],
  ])('%j', (overrides, expected) => {
    expect(places(overrides)).toEqual(expected);
  });

  it('need a compactor', () => {
    expect(() => hookOf([])).toThrow(BenchError);
  });
});
