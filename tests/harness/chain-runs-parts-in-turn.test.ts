import { describe, expect, it } from 'vitest';
import { createCompactor } from '../../compactors/index.ts';
import {
  type ChainPart,
  type CompactionResult,
  type Message,
  runChain,
} from '../../harness/index.ts';
import { contextOf, createRequest } from '../support/request.ts';
import { assistant, step, system, user } from '../support/transcripts.ts';

const messages: Message[] = [
  system('s', 'rules'),
  user('u1', 'old task'),
  ...step('c1', 'x'.repeat(2000)),
  assistant('a1', 'done'),
  user('u2', 'new task'),
  ...step('c2', 'y'.repeat(2000)),
  ...step('c3', 'z'.repeat(2000)),
];
const prune = createCompactor({ name: 'tool-result-pruning' });
const slide = createCompactor({ name: 'sliding-window' });
const fails: ChainPart = {
  name: 'fails',
  compact: async () => ({ status: 'failed', cause: 'timeout-attempt', steps: [] }),
};
const ids = (result: CompactionResult) => contextOf(result)?.messages.map(({ id }) => id);

describe('a chain', () => {
  it('stops once the target is met', async () => {
    const result = await runChain([prune, slide], createRequest(messages, { targetTokens: 1200 }));
    expect(ids(result)).toEqual(messages.map(({ id }) => id));
    expect(result).toMatchObject({ status: 'compacted', steps: [{ rung: 'tool-result-pruning' }] });
  });

  it('goes on with what the part before handed on, and tells origins by the first input', async () => {
    const result = await runChain([prune, slide], createRequest(messages, { targetTokens: 570 }));
    expect(result.status).toBe('compacted');
    expect(ids(result)).toEqual(['s', 'sliding-window-note', 'u2', 'c2', 'c2-r', 'c3', 'c3-r']);
    expect(contextOf(result)?.origins).toEqual([
      { type: 'kept', id: 's' },
      { type: 'created', ids: ['u1', 'c1', 'c1-r', 'a1'] },
      { type: 'kept', id: 'u2' },
      { type: 'kept', id: 'c2' },
      { type: 'replaced', ids: ['c2-r'] },
      { type: 'kept', id: 'c3' },
      { type: 'kept', id: 'c3-r' },
    ]);
  });

  it('passes over a part that fails, and credits the one that worked', async () => {
    const result = await runChain([fails, slide], createRequest(messages, { targetTokens: 600 }));
    expect(result).toMatchObject({
      status: 'fallback',
      step: 'sliding-window',
      cause: 'timeout-attempt',
    });
  });

  it('fails where nothing but failures happened', async () => {
    expect(await runChain([fails, fails], createRequest(messages))).toMatchObject({
      status: 'failed',
      cause: 'timeout-attempt',
    });
  });

  it('is skipped where no part had anything to do', async () => {
    const request = createRequest(messages, { targetTokens: 1e6 });
    expect(await runChain([prune, slide], request)).toEqual({
      status: 'skipped',
      reason: 'under-target',
    });
  });

  it('ends at once where it is aborted', async () => {
    const signal = AbortSignal.abort();
    expect(await runChain([prune, slide], createRequest(messages, { signal }))).toEqual({
      status: 'cancelled',
      steps: [],
    });
  });
});

describe('prune-then-slide', () => {
  it('is that chain', async () => {
    const whole = createCompactor({ name: 'prune-then-slide' });
    for (const targetTokens of [100, 570, 1200, 1e6]) {
      const request = createRequest(messages, { targetTokens });
      expect(await whole.compact(request)).toEqual(await runChain([prune, slide], request));
    }
  });
});
