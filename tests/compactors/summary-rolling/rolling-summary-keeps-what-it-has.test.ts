import { describe, expect, it } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import {
  type CompactionRequest,
  createScriptedModel,
  createVirtualClock,
  type Message,
  ModelError,
  type ScriptedAnswer,
} from '../../../harness/index.ts';
import { contextOf, createRequest } from '../../support/request.ts';
import { assistant, step, system, user } from '../../support/transcripts.ts';

const messages: Message[] = [
  system('s', 'rules'),
  user('u1', 'first task'),
  assistant('a1', `answer one ${'x'.repeat(400)}`),
  system('s2', 'a reminder in between'),
  user('u2', 'second task'),
  assistant('a2', `answer two ${'y'.repeat(400)}`),
  user('u3', 'third task'),
  ...step('c1', 'r'.repeat(800)),
  ...step('c2', 'q'.repeat(800)),
];

async function run(answers: ScriptedAnswer[], overrides: Partial<CompactionRequest> = {}) {
  const main = createScriptedModel({ id: 'scripted', answers });
  const request = createRequest(messages, { models: { main }, targetTokens: 60, ...overrides });
  const result = await createCompactor({ name: 'summary-rolling' }).compact(request);
  return { result, main };
}

describe('partial progress', () => {
  it('is kept when a later call fails, credited to the part that worked', async () => {
    const { result } = await run(['short', new ModelError('transient', 'busy', { status: 503 })]);
    expect(result).toMatchObject({
      status: 'fallback',
      step: 'partial',
      cause: 'transient',
      steps: [
        { rung: 'history-turns', cause: null },
        { rung: 'task-steps', cause: 'transient', detail: '503 busy' },
      ],
    });
    expect(contextOf(result)?.messages.map(({ id }) => id)).toEqual([
      's',
      'summary-rolling-summary',
      's2',
      'u3',
      'c1',
      'c1-r',
      'c2',
      'c2-r',
    ]);
  });

  it('tells which messages each summary stands for', async () => {
    const { result } = await run(['short', 'short too']);
    expect(result.status).toBe('compacted');
    expect(contextOf(result)?.origins).toEqual([
      { type: 'kept', id: 's' },
      { type: 'created', ids: ['u1', 'a1', 'u2', 'a2'] },
      { type: 'kept', id: 's2' },
      { type: 'kept', id: 'u3' },
      { type: 'created', ids: ['c1', 'c1-r'] },
      { type: 'kept', id: 'c2' },
      { type: 'kept', id: 'c2-r' },
    ]);
  });
});

describe('a failure of the first call', () => {
  const cases: [string, ScriptedAnswer, string][] = [
    ['white space', ' \n\t ', 'empty'],
    ['cut off', { text: 'half a', stopReason: 'length' }, 'cut-off'],
    ['filtered', { text: '', stopReason: 'filtered' }, 'filtered'],
    ['refused', { text: '', stopReason: 'refusal' }, 'refusal'],
    ['only reasoning', { text: '', reasoning: 'let me think' }, 'reasoning-only'],
    ['longer than what it replaces', 'long '.repeat(2000), 'not-smaller'],
    ['too large for the model', new ModelError('overflow', '215003 tokens'), 'overflow'],
  ];
  it.each(cases)('%s', async (_, answer, cause) => {
    const { result } = await run([answer]);
    expect(result).toMatchObject({ status: 'fallback', step: 'unchanged', cause });
    expect(contextOf(result)?.messages).toEqual(messages);
  });

  it('a model that hangs, given up after the limit', async () => {
    const clock = createVirtualClock();
    const hangs: ScriptedAnswer = { text: 'late', durationMs: 1e9 };
    const { result } = await run([hangs], { clock, budgets: { attemptMs: 5000, totalMs: null } });
    expect(result).toMatchObject({ status: 'fallback', cause: 'timeout-attempt' });
    expect(clock.now()).toBe(5000);
  });

  it('no model at all', async () => {
    const { result } = await run([], { models: null });
    expect(result).toEqual({ status: 'failed', cause: 'model-unavailable', steps: [] });
  });
});

describe('the summariser', () => {
  it('sees tool calls and results, and none of what stays', async () => {
    const { main } = await run(['short', 'short too']);
    const asked = main.calls.map((call) => call.messages.map(({ content }) => content).join('\n'));
    expect(asked[0]).toContain('answer two');
    expect(asked[0]).not.toContain('third task');
    expect(asked[1]).toContain('calls bash');
    expect(asked[1]).toContain('rrrr');
    expect(asked[1]).not.toContain('qqqq');
    expect(main.calls.map(({ purpose }) => purpose.promptId)).toEqual([
      'summary-rolling',
      'summary-rolling',
    ]);
  });

  it('sees earlier summaries again when a region is down to them: nothing is forgotten', async () => {
    const summary = (id: string, text: string): Message => ({
      ...user(id, `<conversation_summary>\n${text}\n</conversation_summary>`),
      meta: { context_compaction: { strategy: 'summarization', summarized_messages: 4 } },
    });
    const list = [
      system('s', 'rules'),
      summary('e1', `port 8123 ${'x'.repeat(300)}`),
      summary('e2', `commit 4be1d20 ${'y'.repeat(300)}`),
      user('u', 'go on'),
    ];
    const { main, result } = await run(['port 8123, commit 4be1d20'], { messages: list });
    const prompt = main.calls[0]?.messages.at(-1)?.content ?? '';
    expect(prompt).toContain('port 8123');
    expect(prompt).toContain('commit 4be1d20');
    expect(contextOf(result)?.messages.map(({ id }) => id)).toEqual([
      's',
      'summary-rolling-summary',
      'u',
    ]);
  });
});
