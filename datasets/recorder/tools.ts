import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import type { JsonObject, ToolSchema } from '../../harness/index.ts';

/** What one executed tool call gave back. `exitCode` null where no process ran; `bytes` is the size of `text` in UTF-8. */
export interface ToolOutcome {
  text: string;
  isError: boolean;
  exitCode: number | null;
  bytes: number;
}

const string = (description: string): JsonObject => ({ type: 'string', description });
const parameters = (properties: Record<string, JsonObject>, required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
});

/** The tools of a recorded session, as its agent is told about them. Every one is really executed in the sandbox folder. */
export const RECORDER_TOOLS: ToolSchema[] = [
  {
    name: 'shell',
    description: 'Run a bash command in the project folder; returns its output.',
    parameters: parameters({ command: string('The command line') }, ['command']),
  },
  {
    name: 'read_file',
    description: 'Read a text file with line numbers, whole or a range of lines.',
    parameters: parameters(
      {
        path: string('Path below the project folder'),
        first_line: { type: 'integer', description: 'First line, from 1' },
        last_line: { type: 'integer', description: 'Last line' },
      },
      ['path'],
    ),
  },
  {
    name: 'write_file',
    description: 'Write a text file, replacing what was there.',
    parameters: parameters(
      { path: string('Path below the project folder'), content: string('The whole new text') },
      ['path', 'content'],
    ),
  },
  {
    name: 'edit_file',
    description: 'Replace one passage of a file; it must occur exactly once.',
    parameters: parameters(
      {
        path: string('Path below the project folder'),
        old_text: string('The passage as it stands'),
        new_text: string('What takes its place'),
      },
      ['path', 'old_text', 'new_text'],
    ),
  },
  {
    name: 'search',
    description: 'Search files for an extended regular expression; returns path:line:text.',
    parameters: parameters(
      { pattern: string('The expression'), path: string('Folder or file; default is all') },
      ['pattern'],
    ),
  },
  {
    name: 'sql',
    description: 'Run one SQL statement on an SQLite database file; returns rows separated by |.',
    parameters: parameters({ database: string('Database file'), query: string('The statement') }, [
      'database',
      'query',
    ]),
  },
  {
    name: 'http_request',
    description: 'Send a request to a service on this machine (loopback only).',
    parameters: parameters(
      {
        method: string('GET, POST, ...'),
        url: string('http://127.0.0.1:PORT/...'),
        body: string('Body'),
      },
      ['method', 'url'],
    ),
  },
];

const SQL_PROGRAM = `
import sqlite3, sys
con = sqlite3.connect(sys.argv[1])
cur = con.execute(sys.argv[2])
if cur.description:
    print("|".join(d[0] for d in cur.description))
    for row in cur:
        print("|".join("NULL" if v is None else str(v) for v in row))
else:
    print("rows changed: %d" % cur.rowcount)
con.commit()
`;

/** Where and how calls run. `timeoutMs` per process; `env` is the whole environment of a process. */
export interface Sandbox {
  folder: string;
  env: Record<string, string>;
  timeoutMs: number;
}

/** A small, fixed environment: nothing of the user's own leaks into a recording. */
export function createSandbox(folder: string): Sandbox {
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: folder,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    PAGER: 'cat',
    GIT_CONFIG_GLOBAL: '/dev/null',
    PYTHONDONTWRITEBYTECODE: '1',
  };
  return { folder, env, timeoutMs: 120_000 };
}

/** Executes one call for real. Never throws for a failing tool: the failure is the outcome, as an agent would see it. */
export async function runTool(
  sandbox: Sandbox,
  name: string,
  args: JsonObject,
): Promise<ToolOutcome> {
  try {
    switch (name) {
      case 'shell':
        return await runProcess(sandbox, 'bash', ['-c', `exec 2>&1\n${text(args, 'command')}`]);
      case 'read_file':
        return finish(await readLines(sandbox, args));
      case 'write_file':
        return finish(await writeText(sandbox, text(args, 'path'), text(args, 'content')));
      case 'edit_file':
        return finish(await editText(sandbox, args));
      case 'search':
        return await search(sandbox, args);
      case 'sql':
        return await runProcess(sandbox, 'python3', [
          '-c',
          SQL_PROGRAM,
          resolve(sandbox, text(args, 'database')),
          text(args, 'query'),
        ]);
      case 'http_request':
        return await request(sandbox, args);
      default:
        throw new Error(`unknown tool: ${name}`);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...finish(`error: ${message}`), isError: true };
  }
}

function finish(output: string): ToolOutcome {
  return { text: output, isError: false, exitCode: null, bytes: Buffer.byteLength(output) };
}

function text(args: JsonObject, key: string): string {
  const value = args[key];
  if (typeof value !== 'string') throw new Error(`argument "${key}" must be a string`);
  return value;
}

function resolve(sandbox: Sandbox, path: string): string {
  const full = isAbsolute(path) ? normalize(path) : join(sandbox.folder, path);
  const inside = relative(sandbox.folder, full);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new Error(`path is outside the project folder: ${path}`);
  }
  return full;
}

async function readLines(sandbox: Sandbox, args: JsonObject): Promise<string> {
  const lines = (await readFile(resolve(sandbox, text(args, 'path')), 'utf8')).split('\n');
  if (lines.at(-1) === '') lines.pop();
  const first = typeof args.first_line === 'number' ? args.first_line : 1;
  const last = typeof args.last_line === 'number' ? args.last_line : lines.length;
  return lines
    .slice(first - 1, last)
    .map((line, index) => `${String(first + index).padStart(5)}  ${line}`)
    .join('\n');
}

async function writeText(sandbox: Sandbox, path: string, content: string): Promise<string> {
  const file = resolve(sandbox, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return `wrote ${path}: ${content.split('\n').length} lines, ${Buffer.byteLength(content)} bytes`;
}

async function editText(sandbox: Sandbox, args: JsonObject): Promise<string> {
  const path = text(args, 'path');
  const file = resolve(sandbox, path);
  const before = await readFile(file, 'utf8');
  const old = text(args, 'old_text');
  const count = before.split(old).length - 1;
  if (count !== 1) throw new Error(`old_text occurs ${count} times in ${path}, expected 1`);
  const at = before.indexOf(old);
  await writeFile(
    file,
    before.slice(0, at) + text(args, 'new_text') + before.slice(at + old.length),
  );
  return `edited ${path} at line ${before.slice(0, at).split('\n').length}`;
}

async function search(sandbox: Sandbox, args: JsonObject): Promise<ToolOutcome> {
  const where = typeof args.path === 'string' ? args.path : '.';
  resolve(sandbox, where);
  const found = await runProcess(sandbox, 'grep', [
    '-rnIE',
    '--exclude-dir=.git',
    '--exclude-dir=node_modules',
    '-e',
    text(args, 'pattern'),
    where,
  ]);
  return found.exitCode === 1 && found.bytes === 0
    ? { ...finish('no matches'), exitCode: 1 }
    : found;
}

async function request(sandbox: Sandbox, args: JsonObject): Promise<ToolOutcome> {
  const url = new URL(text(args, 'url'));
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) {
    throw new Error(`only loopback addresses are allowed: ${url.hostname}`);
  }
  const response = await fetch(url, {
    method: text(args, 'method'),
    ...(typeof args.body === 'string' ? { body: args.body } : {}),
    signal: AbortSignal.timeout(sandbox.timeoutMs),
  });
  const body = await response.text();
  return { ...finish(`HTTP ${response.status}\n${body}`), isError: response.status >= 400 };
}

function runProcess(sandbox: Sandbox, command: string, args: string[]): Promise<ToolOutcome> {
  return new Promise((done, reject) => {
    const child = spawn(command, args, {
      cwd: sandbox.folder,
      env: sandbox.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: sandbox.timeoutMs,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const output = Buffer.concat(chunks).toString('utf8');
      const suffix =
        signal === null
          ? code === 0
            ? ''
            : `\n[exit code ${code}]`
          : `\n[killed by ${signal} after ${sandbox.timeoutMs / 1000} s]`;
      const ended = command === 'grep' ? output : output.replace(/\n$/, '') + suffix;
      done({
        text: ended,
        isError: code !== 0 && command !== 'grep',
        exitCode: code,
        bytes: Buffer.byteLength(ended),
      });
    });
  });
}
