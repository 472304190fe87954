import { describe, expect, it } from 'vitest';
import {
  createModelReader,
  createScriptedModel,
  type Fact,
  type Message,
  type ProbeRecord,
  type Reader,
  readRunLog,
  type ToolCallBlock,
} from '../../../harness/index.ts';
import {
  inlineReader,
  inlineSource,
  resultMessage,
  runSmall,
  smallSpec,
  smallTranscript,
  temporaryFolder,
  textMessage,
} from '../support/small-run.ts';

function call(id: string, callId: string, name: string, args: ToolCallBlock['arguments']): Message {
  return { id, role: 'assistant', content: [{ type: 'tool_call', callId, name, arguments: args }] };
}

const messages: Message[] = [
  textMessage('m0', 'system', 'You repair programs.'),
  textMessage('m1', 'user', 'Requeue the job, then fix src/retry.py.'),
  call('m2', 'c1', 'bash', { command: 'queue requeue A-7316' }),
  resultMessage('m3', 'c1', 'A-7316 requeued'),
  textMessage('m4', 'assistant', 'Requeued.'),
  textMessage('m5', 'user', 'Now read the file.'),
  call('m6', 'c2', 'read', { path: 'src/retry.py', limit: 20 }),
  resultMessage('m7', 'c2', 'def retry(): ...'),
  textMessage('m8', 'assistant', 'It has no limit.'),
];

const done: Fact = {
  id: 'cont-requeued',
  transcript: 'cont',
  kind: 'done-task',
  carrier: 'tool-result',
  statement: 'The job was requeued.',
  evidence: [{ messageId: 'm3', quote: 'A-7316 requeued' }],
  survives: { allOf: ['A-7316'] },
  probe: { question: 'q', paraphrase: 'p', assert: [], right: 'r', wrong: [] },
};

const tools = ['bash', 'read'].map((name) => ({
  name,
  description: '',
  parameters: { type: 'object', properties: { path: {}, command: {} } },
}));

function keepAll(request: { messages: readonly Message[] }) {
  return {
    status: 'compacted' as const,
    steps: [],
    messages: [...request.messages],
    origins: request.messages.map(({ id }) => ({ type: 'kept' as const, id })),
  };
}

async function probesOf(reader: Reader, facts = [done]): Promise<ProbeRecord[]> {
  const dir = await temporaryFolder();
  await runSmall(
    dir,
    smallSpec({
      transcripts: [smallTranscript({ id: 'cont', messages, tools, facts })],
      compactors: [inlineSource({ compact: keepAll })],
      modes: ['continuation'],
    }),
    { readers: [reader] },
  );
  const records = await readRunLog(dir);
  const compacted = records.find((record) => record.type === 'compacted');
  expect(compacted?.type === 'compacted' && compacted.played).toBe(6);
  const graded = records.find((record) => record.type === 'graded');
  return graded?.type === 'graded' ? graded.probes : [];
}

async function passes(answer: string): Promise<Record<string, boolean | string>> {
  const model = createScriptedModel({ id: 'm', answers: [answer] });
  const probes = await probesOf(createModelReader(model));
  return Object.fromEntries(
    probes.map(({ factId, grade }) => [
      factId.replace('cont:next-step-', ''),
      grade.status === 'scored' ? grade.pass : grade.reason,
    ]),
  );
}

describe('a continuation', () => {
  it.each([
    [
      'the recorded step',
      '{"tool": "read", "arguments": {"path": "src/retry.py"}}',
      [true, true, true],
    ],
    [
      'it in a fence',
      'Next:\n```json\n{"tool":"read","arguments":{"path":" src/retry.py"}}\n```',
      [true, true, true],
    ],
    [
      'the tool on another target',
      '{"tool": "read", "arguments": {"path": "src/other.py"}}',
      [true, false, true],
    ],
    ['another tool', '{"tool": "bash", "arguments": {"command": "ls"}}', [false, false, true]],
    [
      'a task that is done',
      '{"tool": "bash", "arguments": {"command": "queue requeue  A-7316"}}',
      [false, false, false],
    ],
    [
      'a tool that is not there',
      '{"tool": "delete", "arguments": {"path": "src/retry.py"}}',
      [false, false, true],
    ],
    ['no call', 'I would read the file {now}.', [false, false, true]],
  ])('scores %s', async (_name, answer, [tool, target, noRedo]) => {
    expect(await passes(answer)).toEqual({ tool, target, 'no-redo': noRedo });
  });

  it('shows the model the tools and the context without the step that is asked for', async () => {
    const model = createScriptedModel({ id: 'm', answers: ['{}'] });
    await probesOf(createModelReader(model));
    const [request] = model.calls;
    expect(request?.purpose.kind).toBe('continuation');
    const prompt = request?.messages.at(-1)?.content ?? '';
    expect(prompt).toContain('- read(path, command)');
    expect(prompt).toContain('Now read the file.');
    expect(prompt).not.toContain('src/retry.py, limit');
  });

  it('is not asked of a reader that names no step, and is unscored without an answer', async () => {
    const [probe] = await probesOf(inlineReader(() => 'x'));
    expect(probe?.grade).toMatchObject({ status: 'unscored', reason: 'not-asked' });
    const model = createScriptedModel({ id: 'm', answers: [] });
    const [unanswered] = await probesOf(createModelReader(model));
    expect(unanswered?.grade).toMatchObject({ status: 'unscored', reason: 'no-recording' });
  });

  it('asks about redoing only where a call finished a task', async () => {
    const probes = await probesOf(
      inlineReader(() => 'x'),
      [],
    );
    expect(probes.map(({ factId, kind }) => [factId, kind])).toEqual([
      ['cont:next-step-tool', 'open-task'],
      ['cont:next-step-target', 'open-task'],
    ]);
  });
});
