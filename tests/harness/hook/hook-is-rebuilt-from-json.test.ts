import { describe, expect, it } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import {
  BenchError,
  CompactionHook,
  createCounter,
  type HookFactories,
} from '../../../harness/index.ts';
import { fromGolden, loadGolden } from '../../support/golden.ts';
import { createRequest } from '../../support/request.ts';

const factories: HookFactories = {
  createCounter,
  createCompactor: ({ type, name, params }) => createCompactor({ name: type, label: name, params }),
};

const hook = new CompactionHook({
  compactors: [
    createCompactor({ name: 'tool-result-pruning', params: { minTokens: 20 }, label: 'prune-20' }),
    createCompactor({ name: 'sliding-window', params: { omissionNote: null } }),
  ],
  counter: createCounter('approximate'),
  contextWindow: 200,
  compactAt: 0.6,
  compactTo: 0.3,
});

describe('a hook as JSON', () => {
  it('comes back whole', () => {
    const text = JSON.stringify(hook);
    const rebuilt = CompactionHook.fromJSON(JSON.parse(text), factories);
    expect(JSON.stringify(rebuilt)).toBe(text);
    expect(rebuilt.settings).toEqual({ contextWindow: 200, compactAt: 0.6, compactTo: 0.3 });
    expect(rebuilt.compactors.map(({ name }) => name)).toEqual(['prune-20', 'sliding-window']);
    expect(rebuilt.compactors.map(({ params }) => params)).toEqual(
      hook.compactors.map(({ params }) => params),
    );
    expect(rebuilt.counter.name).toBe('approximate');
  });

  it('compacts as the first one did, the chain included', async () => {
    const input = fromGolden(loadGolden().hook_cases[0]?.input ?? []);
    const state = { messages: input, tools: [], contextTokens: 0 };
    const rebuilt = CompactionHook.fromJSON(JSON.parse(JSON.stringify(hook)), factories);
    const [one, two] = await Promise.all(
      [hook, rebuilt].map((h) => h.beforeModelCall(state, createRequest(input))),
    );
    expect(two?.messages).toEqual(one?.messages);
    expect(one?.result?.status).toBe('compacted');
    expect(one?.messages.length).toBeLessThan(input.length);
  });

  it('is refused with every fault and its place', () => {
    const broken = { ...hook.toJSON(), contextWindow: '200', compactors: [{ type: 'tail' }] };
    let problems: string[] = [];
    try {
      CompactionHook.fromJSON(broken, factories);
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      problems = error.problems.map(({ place }) => place);
    }
    expect(problems).toEqual([
      'hook.contextWindow',
      'hook.compactors.0.name',
      'hook.compactors.0.params',
    ]);
    expect(() => CompactionHook.fromJSON(null, factories)).toThrow(BenchError);
  });
});
