import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadTranscripts } from '../../datasets/index.ts';
import {
  BenchError,
  createOllamaServer,
  createRealClock,
  KNOWN_MODEL_FILES,
  listRecordedModels,
  listReferenceModels,
  ModelError,
  parseOllamaHost,
  plainText,
  projectRoot,
  readOpenAiAddress,
} from '../../harness/index.ts';
import { announceRun } from '../bench/announce.ts';
import { estimateRun } from '../bench/estimate-run.ts';
import { prepareRun } from '../bench/prepare.ts';
import { resolveSettings } from '../bench/settings.ts';
import type { Arguments } from '../cli/command.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { createProblemList } from '../cli/problem-list.ts';
import { checkFlags } from '../cli/unknown-flags.ts';
import { loadConfigFile } from '../config/load-config.ts';
import { resolveOptions } from '../models/resolve-options.ts';

/** How long a server that may not be there is waited for. */
const PATIENCE_MS = 3000;

/** Runs `npm run doctor`. What cannot be reached is a line, not an error; a config or dataset that is broken is one. */
export async function runDoctor(
  { operands, unknownFlags }: Arguments,
  flags: readonly string[],
): Promise<number> {
  const problems = createProblemList();
  problems.add(...checkFlags([...unknownFlags, ...operands], flags));
  problems.throwAll();
  const { signal } = new AbortController();
  for (const line of [`Node ${process.version}`, ...(await describeModels(signal))]) {
    console.log(plainText(line));
  }
  const data = await problems.attempt(() => loadTranscripts());
  for (const { name, version } of data?.datasets ?? []) console.log(`Dataset ${name} ${version}`);
  const { config, problems: wrong } = await loadConfigFile(null);
  problems.add(...wrong);
  const { settings, limits } = resolveSettings(config);
  const run = await prepareRun(settings, problems, signal);
  const maxMinutes = limits.maxMinutes ?? run.models.maxMinutes;
  console.log('\nnpm run bench would run this:');
  console.log(announceRun(run, { maxMinutes, estimateMinutes: await estimateRun(run, signal) }));
  await run.models.close();
  return EXIT.done;
}

async function describeModels(signal: AbortSignal): Promise<string[]> {
  const { recordingsRoot, referencesRoot, environment } = resolveOptions({}, signal);
  const recorded = listRecordedModels(recordingsRoot);
  const references = listReferenceModels(referencesRoot);
  const weights = KNOWN_MODEL_FILES.filter(({ file }) =>
    existsSync(join(projectRoot(), 'models', file)),
  );
  return [
    await describeOllama(environment, signal),
    describeOpenAi(environment),
    `gguf: ${weights.map(({ file }) => `models/${file}`).join(', ') || 'no known weights in models/ (npm run fetch-model)'}`,
    `recorded: ${recorded.map((name) => `recorded:${name}`).join(', ') || 'none'}`,
    `reference: ${references.map((name) => `reference:${name}`).join(', ') || 'none'}`,
  ];
}

async function describeOllama(
  environment: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<string> {
  try {
    const server = createOllamaServer(parseOllamaHost(environment.OLLAMA_HOST));
    const patience = new AbortController();
    const cancel = createRealClock().after(PATIENCE_MS, () =>
      patience.abort(new Error('no answer')),
    );
    try {
      const listed = await server.list(AbortSignal.any([signal, patience.signal]));
      const shown = await Promise.all(
        listed.map(async ({ name, chats }) => {
          const { contextTokens } = await server.show(name, signal);
          return `ollama:${name} (${chats ? 'chat' : 'no chat'}, context ${contextTokens ?? 'not said'})`;
        }),
      );
      return `Ollama: ${server.host}: ${shown.join(', ') || 'no model (ollama pull qwen2.5-coder:0.5b)'}`;
    } finally {
      cancel();
      await server.close();
    }
  } catch (error) {
    if (error instanceof ModelError) return `Ollama: ${error.detail}`;
    if (error instanceof BenchError) return `Ollama: ${error.message}`;
    if ((error as Error).message === 'no answer')
      return `Ollama: no answer within ${PATIENCE_MS} ms`;
    throw error;
  }
}

function describeOpenAi(environment: Record<string, string | undefined>): string {
  try {
    const { baseUrl, apiKey, isLocal } = readOpenAiAddress(environment);
    const key = apiKey === null ? 'no key (OPENAI_API_KEY)' : 'a key is set';
    return `OpenAI-compatible: ${baseUrl}, ${isLocal && apiKey === null ? 'local' : key}; not asked`;
  } catch (error) {
    if (error instanceof BenchError) return `OpenAI-compatible: ${error.message}`;
    throw error;
  }
}
