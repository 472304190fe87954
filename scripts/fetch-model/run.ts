import { resolve } from 'node:path';
import cliProgress from 'cli-progress';
import {
  BenchError,
  closestName,
  createRealClock,
  type FetchProgress,
  fetchModelFile,
  KNOWN_MODEL_FILES,
  type KnownModelFile,
  type Problem,
} from '../../harness/index.ts';
import type { Arguments } from '../cli/command.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { checkFlags } from '../cli/unknown-flags.ts';

const MEGABYTE = 1e6;

/** Fetches the named models one after the other, or lists those that are known. Gives the exit code. */
export async function runFetchModel(args: Arguments, flags: readonly string[]): Promise<number> {
  const problems = [...checkFlags(args.unknownFlags, flags), ...checkNames(args.operands)];
  if (problems.length > 0) throw new BenchError(problems);
  if (args.operands.length === 0) {
    for (const file of KNOWN_MODEL_FILES) console.log(describeFile(file));
    return EXIT.done;
  }
  const folder = resolve(String(args.options.out));
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort(new Error('interrupted')));
  for (const name of args.operands) {
    const file = KNOWN_MODEL_FILES.find((known) => known.name === name);
    if (!file) continue;
    const bar = createBar(file);
    try {
      const { status, path } = await fetchModelFile({
        file,
        folder,
        clock: createRealClock(),
        signal: controller.signal,
        onProgress: bar.update,
      });
      bar.stop();
      console.log(
        status === 'fetched'
          ? `${path}: fetched, SHA-256 is right. Use it as gguf:${path}`
          : `${path}: is there already, SHA-256 is right.`,
      );
    } catch (error) {
      bar.stop();
      if (!controller.signal.aborted) throw error;
      console.error('Interrupted. Run it again to go on with what has arrived.');
      return EXIT.interrupted;
    }
  }
  return EXIT.done;
}

function checkNames(names: readonly string[]): Problem[] {
  const known = KNOWN_MODEL_FILES.map(({ name }) => name);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = closestName(name, known);
      return {
        code: 'E_MODEL',
        place: name,
        message: `is no model that can be fetched.${near === null ? '' : ` Did you mean ${near}?`}`,
        remedy: `Known are: ${known.join(', ')}.`,
      };
    });
}

function describeFile({ name, bytes, licence, ollama, sha256 }: KnownModelFile): string {
  const size = `${Math.round(bytes / MEGABYTE)} MB`;
  return `${name}  ${size}, ${licence}, SHA-256 ${sha256.slice(0, 16)}...; or \`ollama pull ${ollama}\``;
}

/** A bar on a terminal; elsewhere one line for each step. */
function createBar(file: KnownModelFile): {
  update(progress: FetchProgress): void;
  stop(): void;
} {
  if (!process.stderr.isTTY) {
    let last = '';
    return {
      update({ step }) {
        if (step !== last) console.error(`${file.name}: ${step}`);
        last = step;
      },
      stop: () => {},
    };
  }
  const bar = new cliProgress.SingleBar({
    format: `${file.name} {step} [{bar}] {value} of {total} MB`,
    hideCursor: true,
  });
  bar.start(Math.round(file.bytes / MEGABYTE), 0, { step: 'downloading' });
  return {
    update: ({ step, doneBytes }) => bar.update(Math.round(doneBytes / MEGABYTE), { step }),
    stop: () => bar.stop(),
  };
}
