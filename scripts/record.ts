import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import {
  call,
  finishSession,
  openSession,
  RECORDER_TOOLS,
  recordAgain,
  type SessionCall,
  type SessionHeader,
  say,
  startSession,
} from '../datasets/index.ts';
import { BenchError, type JsonObject, type Message, wallTimeIso } from '../harness/index.ts';

const wallTime = wallTimeIso;
const folderOf = (id: string) => join('runs', 'recording', id);

async function readText(value: string): Promise<string> {
  if (value === '-') {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8').replace(/\n$/, '');
  }
  return value.startsWith('@')
    ? (await readFile(value.slice(1), 'utf8')).replace(/\n$/, '')
    : value;
}

function parseCalls(text: string): SessionCall[] {
  const value: unknown = JSON.parse(text);
  const list = Array.isArray(value) ? value : [value];
  return list.map((item: { name?: unknown; arguments?: unknown }) => {
    const known = RECORDER_TOOLS.some((tool) => tool.name === item.name);
    if (!known || typeof item.arguments !== 'object' || item.arguments === null) {
      throw new BenchError({
        code: 'E_CONFIG',
        place: '--calls',
        message: `not a call of a known tool: ${JSON.stringify(item).slice(0, 200)}.`,
        remedy: `Give [{"name": ..., "arguments": {...}}] with one of ${RECORDER_TOOLS.map((tool) => tool.name).join(', ')}.`,
      });
    }
    return { name: item.name as string, arguments: item.arguments as JsonObject };
  });
}

function print(message: Message): void {
  for (const block of message.content) {
    if (block.type === 'text') console.log(`${message.id} ${message.role}: ${block.text}`);
    if (block.type === 'tool_call') {
      console.log(`${message.id} ${block.callId} ${block.name} ${JSON.stringify(block.arguments)}`);
    }
    if (block.type === 'tool_result')
      console.log(`${message.id} ${block.callId} ->\n${block.text}`);
  }
}

const program = new Command('record').description(
  'Records a session with really executed tools, or proxies a model server.',
);
const session = program.command('session').description('Record a session, one step a command.');

session
  .command('start')
  .argument('<id>')
  .requiredOption('--title <text>')
  .requiredOption('--domain <name>', 'such as debugging, data-analysis, support')
  .requiredOption('--system <text>', 'system message; @FILE reads it from a file, - from input')
  .requiredOption('--setup <text>', 'bash script that fills the sandbox folder; @FILE or -')
  .option('--pin <line>', 'a line that must survive word for word; repeatable', collect, [])
  .option('--tools <names>', 'comma-separated', RECORDER_TOOLS.map((tool) => tool.name).join(','))
  .option('--sandbox <dir>', 'folder that the session works in (emptied first)')
  .action(async (id: string, options: Record<string, string> & { pin: string[] }) => {
    const header: SessionHeader = {
      id,
      title: options.title ?? '',
      domain: options.domain ?? '',
      system: await readText(options.system ?? ''),
      setup: await readText(options.setup ?? ''),
      pins: options.pin,
      tools: (options.tools ?? '').split(','),
      agent: 'interactive',
    };
    const sandboxFolder = resolve(options.sandbox ?? join(tmpdir(), 'compactor-bench-sandbox', id));
    await startSession({ folder: folderOf(id), sandboxFolder, header });
    console.log(`started ${id}; the sandbox is ${sandboxFolder}`);
  });

for (const role of ['user', 'assistant'] as const) {
  session
    .command(role)
    .description(`add a text message of the ${role}`)
    .argument('<id>')
    .argument('<text>', 'the text; @FILE or -')
    .action(async (id: string, text: string) => {
      print(await say(await openSession(folderOf(id)), role, await readText(text)));
    });
}

session
  .command('call')
  .description('an assistant message with tool calls; each is executed and its result printed')
  .argument('<id>')
  .requiredOption('--calls <json>', '[{"name": ..., "arguments": {...}}]; @FILE or -')
  .option('--text <text>', 'what the assistant says with it', '')
  .option('--print-bytes <n>', 'print at most so much of each result', '6000')
  .action(async (id: string, options: { calls: string; text: string; printBytes: string }) => {
    const calls = parseCalls(await readText(options.calls));
    const opened = await openSession(folderOf(id));
    const results = await call({ session: opened, text: options.text, calls, wallTime });
    for (const message of results) {
      for (const block of message.content) {
        if (block.type !== 'tool_result') continue;
        const limit = Number(options.printBytes);
        const shown =
          block.text.length > limit
            ? `${block.text.slice(0, limit)}\n... ${block.text.length - limit} more characters`
            : block.text;
        console.log(`${message.id} ${block.callId} (${block.text.length} characters) ->\n${shown}`);
      }
    }
  });

session
  .command('show')
  .description('print the session so far')
  .argument('<id>')
  .action(async (id: string) => {
    for (const message of (await openSession(folderOf(id))).messages) print(message);
  });

session
  .command('finish')
  .description('write the transcript file')
  .argument('<id>')
  .option('--out <dir>', 'dataset folder', join('datasets', 'recorded'))
  .action(async (id: string, options: { out: string }) => {
    const file = join(options.out, `${id}.transcript.json`);
    await finishSession(await openSession(folderOf(id)), file);
    console.log(`wrote ${file}`);
  });

session
  .command('again')
  .description('run set-up and calls of a recorded transcript again and list results that differ')
  .argument('<file>')
  .option('--sandbox <dir>', 'folder that the session works in (emptied first)')
  .action(async (file: string, options: { sandbox?: string }) => {
    const recorded = JSON.parse(await readFile(file, 'utf8')) as {
      id: string;
      title: string;
      domain: string;
      pins: string[];
      tools: { name: string }[];
      messages: Message[];
      source: { details: { setup: string } };
    };
    const id = `${recorded.id}-again`;
    const system = recorded.messages[0]?.content[0];
    const fresh = await startSession({
      folder: folderOf(id),
      sandboxFolder: resolve(
        options.sandbox ?? join(tmpdir(), 'compactor-bench-sandbox', recorded.id),
      ),
      header: {
        id,
        title: recorded.title,
        domain: recorded.domain,
        system: system?.type === 'text' ? system.text : '',
        setup: recorded.source.details.setup,
        pins: recorded.pins,
        tools: recorded.tools.map((tool) => tool.name),
        agent: 'interactive',
      },
    });
    const differences = await recordAgain({
      session: fresh,
      recorded: recorded.messages,
      wallTime,
    });
    for (const item of differences) {
      console.log(
        `${item.messageId} differs\n--- before\n${item.before}\n--- after\n${item.after}`,
      );
    }
    console.log(`${differences.length} results differ`);
  });

function collect(value: string, list: string[]): string[] {
  return [...list, value];
}

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (!(error instanceof BenchError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
