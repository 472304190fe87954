import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type AgentKind,
  BenchError,
  type Block,
  type JsonObject,
  type Message,
} from '../../harness/index.ts';
import { CANARY } from '../canary.ts';
import { createSandbox, RECORDER_TOOLS, runTool, type Sandbox } from './tools.ts';

/** What a session is about. `setup` is a bash script that fills the sandbox folder, the same each time. */
export interface SessionHeader {
  id: string;
  title: string;
  domain: string;
  system: string;
  setup: string;
  pins: string[];
  tools: string[];
  agent: AgentKind;
}

/** One tool call that is asked for. */
export interface SessionCall {
  name: string;
  arguments: JsonObject;
}

/** A session while it is recorded: its state lives in `folder`, so that each step can be a process of its own. */
export interface Session {
  folder: string;
  header: SessionHeader;
  messages: Message[];
  sandbox: Sandbox;
}

interface SessionState {
  header: SessionHeader;
  sandboxFolder: string;
}

/** Starts a session: an empty sandbox folder, its set-up script run in it, the system message written. Throws E_DATASET where the script fails. */
export async function startSession(options: {
  folder: string;
  sandboxFolder: string;
  header: SessionHeader;
}): Promise<Session> {
  const { folder, sandboxFolder, header } = options;
  await rm(sandboxFolder, { recursive: true, force: true });
  await mkdir(sandboxFolder, { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const sandbox = createSandbox(sandboxFolder);
  const run = spawnSync('bash', ['-euo', 'pipefail', '-c', header.setup], {
    cwd: sandboxFolder,
    env: sandbox.env,
    encoding: 'utf8',
  });
  if (run.status !== 0) {
    throw new BenchError({
      code: 'E_DATASET',
      place: header.id,
      message: `the set-up script ended with ${run.status ?? run.signal}: ${run.stderr.slice(-400)}`,
      remedy: 'Run it by hand in an empty folder and mend it.',
    });
  }
  const state: SessionState = { header, sandboxFolder };
  await writeFile(join(folder, 'session.json'), JSON.stringify(state, null, 1));
  await writeFile(join(folder, 'messages.jsonl'), '');
  const session = { folder, header, messages: [], sandbox };
  await append(session, 'system', [{ type: 'text', text: header.system }]);
  return session;
}

/** Goes on with a session that was started before. Throws E_DATASET where there is none. */
export async function openSession(folder: string): Promise<Session> {
  try {
    const state = JSON.parse(await readFile(join(folder, 'session.json'), 'utf8')) as SessionState;
    const lines = (await readFile(join(folder, 'messages.jsonl'), 'utf8')).split('\n');
    return {
      folder,
      header: state.header,
      messages: lines.filter(Boolean).map((line) => JSON.parse(line) as Message),
      sandbox: createSandbox(state.sandboxFolder),
    };
  } catch (error) {
    throw new BenchError(
      {
        code: 'E_DATASET',
        place: folder,
        message: 'no session was started here.',
        remedy: 'Start it with: npm run record -- session start',
      },
      { cause: error },
    );
  }
}

/** Adds a text message of the user or the assistant. */
export async function say(
  session: Session,
  role: 'user' | 'assistant',
  text: string,
): Promise<Message> {
  return append(session, role, [{ type: 'text', text }]);
}

/** Adds an assistant message with tool calls, executes each, and adds the results, one message a call. `wallTime` gives ISO times for the record. */
export async function call(options: {
  session: Session;
  text: string;
  calls: SessionCall[];
  wallTime: () => string;
}): Promise<Message[]> {
  const { session, calls } = options;
  const before = session.messages.reduce(
    (sum, message) => sum + message.content.filter((block) => block.type === 'tool_call').length,
    0,
  );
  const blocks: Block[] = options.text === '' ? [] : [{ type: 'text', text: options.text }];
  calls.forEach((item, index) => {
    blocks.push({
      type: 'tool_call',
      callId: `c${before + index + 1}`,
      name: item.name,
      arguments: item.arguments,
    });
  });
  await append(session, 'assistant', blocks);
  const results: Message[] = [];
  for (const [index, item] of calls.entries()) {
    const startedAt = options.wallTime();
    const outcome = await runTool(session.sandbox, item.name, item.arguments);
    const block: Block = {
      type: 'tool_result',
      callId: `c${before + index + 1}`,
      name: item.name,
      text: outcome.text,
      isError: outcome.isError,
    };
    const meta = {
      startedAt,
      finishedAt: options.wallTime(),
      exitCode: outcome.exitCode,
      bytes: outcome.bytes,
    };
    results.push(await append(session, 'tool', [block], meta));
  }
  return results;
}

/** Writes the session as a transcript file, without facts: see the datasets' own page for its shape. */
export async function finishSession(session: Session, file: string): Promise<void> {
  const { header } = session;
  const transcript = {
    canary: CANARY,
    id: header.id,
    title: header.title,
    domain: header.domain,
    agent: header.agent,
    source: { kind: 'recorded', format: 'compactor-bench', details: { setup: header.setup } },
    pins: header.pins,
    usage: null,
    tools: RECORDER_TOOLS.filter((tool) => header.tools.includes(tool.name)),
    messages: session.messages,
  };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(transcript, null, 1)}\n`);
}

async function append(
  session: Session,
  role: Message['role'],
  content: Block[],
  meta?: JsonObject,
): Promise<Message> {
  const message: Message = {
    id: `m${String(session.messages.length + 1).padStart(3, '0')}`,
    role,
    content,
    ...(meta === undefined ? {} : { meta }),
  };
  session.messages.push(message);
  await appendFile(join(session.folder, 'messages.jsonl'), `${JSON.stringify(message)}\n`);
  return message;
}
