import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CompactionRequest,
  type CompactionResult,
  type Compactor,
  type CompactorRole,
  type CompactorSource,
  createCounter,
  createRealClock,
  createRunHeader,
  createVirtualClock,
  type Fact,
  type Message,
  openRunLog,
  type PlannedCell,
  type PlanSpec,
  planCells,
  type Reader,
  type RunLog,
  type RunOutcome,
  type RunPlanOptions,
  runPlan,
  type Transcript,
  transcriptHash,
} from '../../../harness/index.ts';

export function textMessage(id: string, role: Message['role'], text: string): Message {
  return { id, role, content: [{ type: 'text', text }] };
}

export function callMessage(id: string, callId: string, args: Record<string, string>): Message {
  return {
    id,
    role: 'assistant',
    content: [{ type: 'tool_call', callId, name: 'read', arguments: args }],
  };
}

export function resultMessage(id: string, callId: string, text: string): Message {
  return {
    id,
    role: 'tool',
    content: [{ type: 'tool_result', callId, name: 'read', text, isError: false }],
  };
}

/** Eight messages with one tool unit: enough to drop something and to keep something. */
export function smallMessages(): Message[] {
  return [
    textMessage('m0', 'system', 'You repair programs.'),
    textMessage('m1', 'user', 'The build of parser fails. Ticket BUG-4711.'),
    callMessage('m2', 'c1', { path: 'src/parser.ts' }),
    resultMessage('m3', 'c1', 'export const limit = 1,250; // was 900 before'),
    textMessage('m4', 'assistant', 'The limit is 1250 now.'),
    textMessage('m5', 'user', 'Set the port to 8080 then.'),
    textMessage('m6', 'assistant', 'The port is 8080.'),
    textMessage('m7', 'user', 'Go on with the tests.'),
  ];
}

const plain = (question: string) => ({
  question,
  paraphrase: `${question} (again)`,
  right: 'yes',
  wrong: ['no'],
});

export function smallFacts(transcript = 'small'): Fact[] {
  return [
    {
      id: `${transcript}-ticket`,
      transcript,
      kind: 'identifier',
      carrier: 'user',
      statement: 'The ticket is BUG-4711.',
      evidence: [{ messageId: 'm1', quote: 'Ticket BUG-4711' }],
      survives: { allOf: ['BUG-4711'] },
      probe: { ...plain('What is the ticket?'), assert: [{ type: 'contains', value: 'BUG-4711' }] },
    },
    {
      id: `${transcript}-limit`,
      transcript,
      kind: 'superseded',
      carrier: 'tool-result',
      statement: 'The limit is 1250, before that 900.',
      evidence: [{ messageId: 'm3', quote: 'limit = 1,250' }],
      survives: { allOf: ['1250'] },
      old: { value: '900', evidence: [{ messageId: 'm3', quote: 'was 900' }] },
      probe: { ...plain('What is the limit?'), assert: [{ type: 'contains', value: '1250' }] },
    },
    {
      id: `${transcript}-absent`,
      transcript,
      kind: 'absent',
      statement: 'The transcript does not say who owns the parser.',
      probe: {
        ...plain('Who owns the parser?'),
        assert: [{ type: 'icontains', value: 'not known' }],
      },
    },
  ];
}

export function smallTranscript(overrides: Partial<Transcript> = {}): Transcript {
  const parts = { messages: smallMessages(), tools: [], usage: null, pins: [], ...overrides };
  return {
    id: 'small',
    title: 'A small repair',
    domain: 'debugging',
    dataset: 'test',
    split: 'dev',
    facts: smallFacts(overrides.id),
    agent: 'scripted',
    source: { kind: 'synthetic', format: 'test' },
    ...parts,
    hash: transcriptHash(parts),
  };
}

export interface InlineCompactor {
  name?: string;
  role?: CompactorRole;
  needsModel?: boolean;
  version?: number;
  compact(request: CompactionRequest): CompactionResult | Promise<CompactionResult>;
}

export function inlineSource(options: InlineCompactor): CompactorSource {
  const { name = 'inline', role = 'strategy', needsModel = false, version = 1 } = options;
  const create = (): Compactor => ({
    name,
    version,
    role,
    params: {},
    needsModel,
    compact: async (request) => options.compact(request),
  });
  return { name, role, needsModel, create };
}

/** Keeps the messages of the given ids. */
export function keeping(...ids: string[]): (request: CompactionRequest) => CompactionResult {
  return ({ messages }) => {
    const kept = messages.filter(({ id }) => ids.includes(id));
    return {
      status: 'compacted',
      steps: [{ rung: 'keep', attempts: 1, cause: null, detail: null, durationMs: 0 }],
      messages: kept,
      origins: kept.map(({ id }) => ({ type: 'kept', id })),
    };
  };
}

export function smallSpec(overrides: Partial<PlanSpec> = {}): PlanSpec {
  return {
    transcripts: [smallTranscript()],
    compactors: [inlineSource({ compact: keeping('m0', 'm7') })],
    models: [],
    budgets: [0.5],
    windowTokens: null,
    modes: ['one-shot'],
    trials: 1,
    randomTrials: 1,
    seed: 1,
    faults: ['none'],
    attemptMs: null,
    totalMs: null,
    counter: createCounter('o200k_base'),
    virtualSpeed: 1,
    hook: null,
    ...overrides,
  };
}

/** Answers each question with what `answer` says about the context's text. */
export function inlineReader(answer: (context: string, question: string) => string): Reader {
  return {
    id: 'inline-reader',
    digest: null,
    promptHash: 'p',
    canAbstain: true,
    read: async ({ messages, questions }) =>
      questions.map((question) => {
        const text = answer(JSON.stringify(messages), question);
        return { status: 'answered', text, abstained: text === 'not known', response: null };
      }),
  };
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'compactor-bench-test-'));
}

export interface SmallRun {
  outcome: RunOutcome;
  cells: PlannedCell[];
}

/** Plans and runs a spec into a folder; the log is closed again. */
export async function runSmall(
  dir: string,
  spec: PlanSpec,
  options: Partial<RunPlanOptions> = {},
): Promise<SmallRun> {
  const log: RunLog = await openRunLog(dir);
  try {
    const cells = planCells(spec);
    const readers = options.readers ?? [];
    const outcome = await runPlan({
      cells,
      header: createRunHeader({
        settings: {},
        datasets: [],
        prompts: {},
        models: spec.models,
        readers,
        seed: spec.seed,
      }),
      counter: spec.counter,
      readers,
      graders: [],
      log,
      signal: new AbortController().signal,
      concurrency: 2,
      clock: createRealClock(),
      createClock: () => createVirtualClock(),
      wrapModel: (client) => client,
      maxMinutes: null,
      ...options,
    });
    return { outcome, cells };
  } finally {
    await log.close();
  }
}
