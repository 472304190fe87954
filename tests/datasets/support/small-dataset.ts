import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CANARY, hashTranscript } from '../../../datasets/index.ts';
import type { Fact, Message, ToolSchema } from '../../../harness/index.ts';

/** A dataset as it lies on disk, before it is written: each test breaks its own copy. */
export interface SmallDataset {
  index: Record<string, unknown>;
  transcript: {
    canary: string;
    id: string;
    title: string;
    domain: string;
    agent: string;
    source: { kind: string; format: string };
    pins: string[];
    usage: null;
    tools: ToolSchema[];
    messages: Message[];
  };
  facts: { transcript: string; canary: string; facts: Fact[] };
}

const text = (id: string, role: Message['role'], words: string): Message => ({
  id,
  role,
  content: [{ type: 'text', text: words }],
});

/** Log lines without a fact in them, long enough to bury one. */
function logLines(count: number, seed: string): string {
  return Array.from(
    { length: count },
    (_, line) =>
      `2026-03-02T08:${String(line % 60).padStart(2, '0')} ${seed} worker beat, queue depth steady`,
  ).join('\n');
}

/** A transcript of 13 messages over a failing deployment, with six facts that break no rule. */
export function createSmallDataset(): SmallDataset {
  const shell: ToolSchema = {
    name: 'shell',
    description: 'Run a command.',
    parameters: { type: 'object', properties: { command: { type: 'string' } } },
  };
  const call = (id: string, callId: string, command: string): Message => ({
    id,
    role: 'assistant',
    content: [{ type: 'tool_call', callId, name: 'shell', arguments: { command } }],
  });
  const result = (id: string, callId: string, output: string): Message => ({
    id,
    role: 'tool',
    content: [{ type: 'tool_result', callId, name: 'shell', text: output, isError: false }],
  });
  const deep = `${logLines(60, 'ingest')}\nFATAL lease lost, code LEASE-4471 on shard 9\n${logLines(60, 'egress')}`;
  const messages: Message[] = [
    text('m1', 'system', 'You are an operations engineer. Answer briefly.'),
    text(
      'm2',
      'user',
      'The nightly import of the orders service fails. Never restart the primary database: replication takes an hour to recover.',
    ),
    call('m3', 'c1', 'kubectl logs deploy/orders-import --tail 200'),
    result('m4', 'c1', deep),
    text(
      'm5',
      'assistant',
      'The importer lost its lease. I will raise the lease timeout to 45 seconds because renewals take up to 31 seconds.',
    ),
    call('m6', 'c2', 'sed -i s/lease=30/lease=45/ /srv/orders/config/import.toml'),
    result('m7', 'c2', 'done'),
    text('m8', 'user', 'Not enough: use 90 seconds instead.'),
    call('m9', 'c3', 'sed -i s/lease=45/lease=90/ deploy/lease.env'),
    result('m10', 'c3', 'ok'),
    text('m11', 'user', 'Good. What is left to do?'),
    call('m12', 'c4', 'git status'),
    result('m13', 'c4', 'nothing to commit'),
  ];
  const base = { transcript: 'small-ops' };
  const facts: Fact[] = [
    {
      ...base,
      id: 'small-ops-lease-code',
      kind: 'error',
      carrier: 'deep-tool-result',
      statement: 'The import died with the code LEASE-4471.',
      evidence: [{ messageId: 'm4', quote: 'FATAL lease lost, code LEASE-4471 on shard 9' }],
      survives: { allOf: ['LEASE-4471'] },
      probe: {
        question: 'Which code did the importer die with?',
        paraphrase: 'What was the fatal identifier logged when the nightly job broke?',
        assert: [{ type: 'icontains', value: 'LEASE-4471' }],
        right: 'It died with LEASE-4471.',
        wrong: ['It died with LEASE-4417.', 'A timeout.'],
      },
    },
    {
      ...base,
      id: 'small-ops-no-restart',
      kind: 'negation',
      carrier: 'user',
      statement: 'The primary database must never be restarted.',
      evidence: [{ messageId: 'm2', quote: 'Never restart the primary database' }],
      survives: { allOf: ['Never restart the primary database'] },
      probe: {
        question: 'What did the user forbid during this work?',
        paraphrase: 'Which action is off limits, according to the request?',
        assert: [
          { type: 'icontains', value: 'restart' },
          { type: 'icontains', value: 'primary' },
        ],
        right: 'Restarting the primary database.',
        wrong: ['Restarting the replica database.', 'Deleting logs.'],
      },
    },
    {
      ...base,
      id: 'small-ops-lease-why',
      kind: 'decision',
      carrier: 'assistant',
      statement: 'The lease timeout was raised because renewals take up to 31 seconds.',
      evidence: [{ messageId: 'm5', quote: 'because renewals take up to 31 seconds' }],
      survives: { allOf: ['31 seconds'] },
      probe: {
        question: 'Why was the timeout raised: how long can a renewal last?',
        paraphrase: 'What duration of renewing made a longer lease necessary?',
        assert: [{ type: 'regex', value: '\\b31\\b' }],
        right: 'Renewals take up to 31 seconds.',
        wrong: ['Renewals take up to 13 seconds.', 'Because of the network.'],
      },
    },
    {
      ...base,
      id: 'small-ops-lease-value',
      kind: 'superseded',
      carrier: 'user',
      statement: 'The lease timeout was first to be 45 seconds, then 90.',
      evidence: [
        { messageId: 'm8', quote: 'use 90 seconds instead' },
        { messageId: 'm9', quote: 'lease=90' },
      ],
      survives: { anyOf: ['90 seconds', 'lease=90'] },
      old: {
        value: '45',
        evidence: [{ messageId: 'm5', quote: 'raise the lease timeout to 45 seconds' }],
      },
      probe: {
        question: 'Which lease timeout holds at the end?',
        paraphrase: 'How many seconds were finally chosen for the lease?',
        assert: [{ type: 'icontains', value: '90' }],
        right: 'It is 90 seconds.',
        wrong: ['It is 45 seconds.', 'It is 60 seconds.'],
      },
    },
    {
      ...base,
      id: 'small-ops-env-file',
      kind: 'path',
      carrier: 'tool-call',
      statement: 'The lease stands in deploy/lease.env.',
      evidence: [{ messageId: 'm9', quote: 'deploy/lease.env' }],
      survives: { allOf: ['deploy/lease.env'] },
      probe: {
        question: 'In which environment file was the last change made?',
        paraphrase: 'Name the file edited by the second sed command.',
        assert: [{ type: 'icontains', value: 'deploy/lease.env' }],
        right: 'deploy/lease.env',
        wrong: ['deploy/release.env', 'config/import.toml'],
      },
    },
    {
      ...base,
      id: 'small-ops-owner',
      kind: 'absent',
      statement: 'Nobody says who owns the importer.',
      probe: {
        question: 'Which team owns the importer?',
        paraphrase: 'Who is responsible for the nightly job?',
        assert: [{ type: 'icontains', value: 'not known' }],
        right: 'That is not known.',
        wrong: ['The payments team.', 'The platform group.'],
      },
    },
  ];
  const transcript = {
    canary: CANARY,
    id: 'small-ops',
    title: 'A failing nightly import',
    domain: 'operations',
    agent: 'model',
    source: { kind: 'imported', format: 'openai-chat' },
    pins: [],
    usage: null,
    tools: [shell],
    messages,
  };
  const index = {
    name: 'small',
    version: '1.0.0',
    licence: 'Apache-2.0',
    canary: CANARY,
    card: 'CARD.md',
    transcripts: [
      {
        id: 'small-ops',
        file: 'small-ops.transcript.json',
        hash: hashTranscript({ messages, tools: [shell], usage: null, pins: [] }),
        split: 'dev',
        facts: 'small-ops.facts.json',
      },
    ],
  };
  return { index, transcript, facts: { transcript: 'small-ops', canary: CANARY, facts } };
}

/** Writes a dataset into `datasets/small` of a new temporary root. `hash: true` corrects the hash of a changed transcript first. */
export async function writeSmallDataset(
  dataset: SmallDataset,
  options: { hash?: boolean } = {},
): Promise<{ root: string; folder: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'compactor-bench-'));
  const folder = join(root, 'datasets', 'small');
  await mkdir(folder, { recursive: true });
  const { index, transcript, facts } = dataset;
  if (options.hash !== false) {
    const [entry] = index.transcripts as { hash: string }[];
    if (entry) entry.hash = hashTranscript({ ...transcript });
  }
  const put = (name: string, value: unknown): Promise<void> =>
    writeFile(join(folder, name), JSON.stringify(value));
  await put('dataset.json', index);
  await put('small-ops.transcript.json', transcript);
  await put('small-ops.facts.json', facts);
  await writeFile(join(folder, 'CARD.md'), '# Small\n');
  return { root, folder, remove: () => rm(root, { recursive: true, force: true }) };
}
