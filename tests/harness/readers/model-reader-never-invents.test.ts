import { describe, expect, it } from 'vitest';
import {
  createModelReader,
  createScriptedModel,
  createVirtualClock,
  type ModelClient,
  ModelError,
  READER_PROMPT_HASH,
  type ReaderAnswer,
  type ScriptedAnswer,
} from '../../../harness/index.ts';
import { smallMessages } from '../support/small-run.ts';

function read(
  model: ModelClient,
  questions = ['What is the ticket?'],
  signal?: AbortSignal,
): Promise<ReaderAnswer[]> {
  return createModelReader(model).read({
    messages: smallMessages(),
    tools: [],
    questions,
    clock: createVirtualClock(),
    seed: 5,
    signal: signal ?? new AbortController().signal,
    task: 'small#1',
  });
}

async function answerTo(answer: ScriptedAnswer): Promise<ReaderAnswer | undefined> {
  return (await read(createScriptedModel({ id: 'm', answers: [answer] })))[0];
}

describe('a model as reader', () => {
  it('asks each question alone, context first and question last, with a shared beginning', async () => {
    const model = createScriptedModel({ id: 'm', answers: ['BUG-4711', '1250'] });
    const answers = await read(model, ['What is the ticket?', 'What is the limit?']);
    expect(answers).toMatchObject([
      { status: 'answered', text: 'BUG-4711', abstained: false },
      { status: 'answered', text: '1250', abstained: false },
    ]);
    const [first, second] = model.calls.map(({ messages }) =>
      messages.map(({ content }) => content).join('\n'),
    );
    const at = first?.indexOf('What is the ticket?') ?? -1;
    expect(first?.slice(0, at)).toBe(second?.slice(0, at));
    expect(first?.slice(0, at)).toContain('Set the port to 8080 then.');
    expect(
      model.calls.map(({ temperature, seed, purpose }) => ({ temperature, seed, purpose })),
    ).toEqual(
      Array(2).fill({
        temperature: 0,
        seed: 1,
        purpose: expect.objectContaining({
          kind: 'probe',
          promptId: 'reader-probe',
          task: 'small#1',
        }),
      }),
    );
  });

  // Recorded answers stand on these texts: a change makes every one of them stale.
  it('asks in the words that were recorded', async () => {
    const model = createScriptedModel({ id: 'm', answers: ['x'] });
    await read(model);
    expect(model.calls[0]?.messages).toMatchInlineSnapshot(`
      [
        {
          "content": "You answer questions about a conversation from its record.",
          "role": "system",
        },
        {
          "content": "Record of the conversation:

      [system] You repair programs.
      [user] The build of parser fails. Ticket BUG-4711.
      [assistant calls read] path: src/parser.ts
      [result of read] export const limit = 1,250; // was 900 before
      [assistant] The limit is 1250 now.
      [user] Set the port to 8080 then.
      [assistant] The port is 8080.
      [user] Go on with the tests.

      End of the record.

      Question: What is the ticket?
      Answer with the value alone, in a few words. If the record does not say, answer: not known",
          "role": "user",
        },
      ]
    `);
    expect(READER_PROMPT_HASH).toMatchInlineSnapshot(`"801e8424e8474491"`);
  });

  it('leaves a prompt that does not fit unasked', async () => {
    const model = createScriptedModel({ id: 'm', answers: ['x'], contextTokens: 200 });
    expect(await read(model)).toMatchObject([
      { status: 'unscored', reason: 'too-long-for-reader' },
    ]);
    expect(model.calls).toHaveLength(0);
  });

  it.each<[string, ScriptedAnswer, Partial<ReaderAnswer>]>([
    [
      'a cut-off answer',
      { text: 'BUG-', stopReason: 'length' },
      { status: 'unscored', reason: 'void' },
    ],
    [
      'an answer that is all reasoning',
      { text: ' ', reasoning: 'hm' },
      { status: 'unscored', reason: 'void' },
    ],
    [
      'a cut prompt',
      new ModelError('context-truncated', 'cut'),
      { status: 'unscored', reason: 'void' },
    ],
    [
      'an overflow',
      new ModelError('overflow', 'long'),
      { status: 'unscored', reason: 'too-long-for-reader' },
    ],
    [
      'a missing recording',
      new ModelError('no-recording', 'none'),
      { status: 'unscored', reason: 'no-recording' },
    ],
    [
      'a server fault',
      new ModelError('transient', 'busy', { status: 500 }),
      { status: 'unscored', reason: 'model-error' },
    ],
    [
      'a refusal',
      { text: 'I cannot', stopReason: 'refusal' },
      { status: 'unscored', reason: 'model-error' },
    ],
    ['an abstention', 'Not known.', { status: 'answered', abstained: true }],
    ['no text at all', '', { status: 'answered', text: '', abstained: true }],
  ])('takes %s for what it is', async (_name, answer, expected) => {
    expect(await answerTo(answer)).toMatchObject(expected);
  });

  it('does not throw when it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('stop'));
    const model = createScriptedModel({ id: 'm', answers: ['x'] });
    expect(await read(model, ['q'], signal)).toMatchObject([
      { status: 'unscored', reason: 'model-error' },
    ]);
  });
});
