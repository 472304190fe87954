import { BenchError, ModelError, type Problem } from '../errors.ts';
import type { ModelClient, Tier } from '../types/model.ts';
import { AUTO_PROBE_MS, chooseAutomatically } from './auto.ts';
import { createGgufModel } from './gguf/client.ts';
import { secretsOf } from './http/scrub.ts';
import { parseModelName, recordedName, unknownModel } from './model-names.ts';
import { createOllamaModel } from './ollama/client.ts';
import { parseOllamaHost } from './ollama/host.ts';
import { createOllamaServer, type OllamaServer } from './ollama/server.ts';
import { createOpenAiModel } from './openai/client.ts';
import { readOpenAiAddress } from './openai/settings.ts';
import { createRecordedModel } from './recorded.ts';
import { listRecordedModels, openRecordingStore, type RecordingStore } from './recordings/store.ts';
import { createReferenceModel } from './reference.ts';
import { type RecordingMode, withRecording } from './with-recording.ts';

/** Where models come from and how they run. `environment` holds hosts and keys; nothing else is read from outside. */
export interface ResolveModelsOptions {
  recordingsRoot: string;
  referencesRoot: string;
  environment: Record<string, string | undefined>;
  signal: AbortSignal;
  /** Of live models; `off` unless given. */
  recording?: RecordingMode;
  /** Times of recorded models, as a factor; 1 unless given. */
  virtualSpeed?: number;
  /** Upper limit of the context of local models, in tokens. */
  contextCap?: number;
  /** Processor threads of gguf models. */
  threads?: number;
  /** Context of an openai model whose server does not say it, in tokens, by name. */
  contextTokens?: Readonly<Record<string, number>>;
  /** Tiers set by hand, by model name. */
  tiers?: Readonly<Record<string, Tier>>;
  /** How long `auto` waits for an Ollama server, in ms; 2,000 unless given. */
  probeMs?: number;
  /** Scripted models, by name. */
  scripted?: Readonly<Record<string, ModelClient>>;
}

/** Models in the order in which they were named, each once. */
export interface ResolvedModels {
  models: ModelClient[];
  /** Which models and why, for the first lines of a run. */
  reason: string;
  /** True where an answer takes real time. */
  live: boolean;
  /** Versions of the servers that were asked, by address. */
  servers: Record<string, string>;
  /** Stores that new answers are recorded in. */
  stores: RecordingStore[];
  close(): Promise<void>;
}

/** A run's models while they are being found. */
interface Finder {
  options: ResolveModelsOptions;
  server(): OllamaServer;
  stores: RecordingStore[];
}

/**
 * Turns names into clients: `ollama:NAME` (`ollama:*` = all chat models), `openai:NAME`, `gguf:FILE`, `recorded:NAME`,
 * `reference:NAME`, `scripted:NAME`, and `auto` (the smallest and the largest chat model of a reachable Ollama server, else
 * the recorded models). Servers other than this machine's are asked only where the environment names them. Throws E_MODEL
 * with every name that cannot be had and its remedy.
 */
export async function resolveModels(
  names: readonly string[],
  options: ResolveModelsOptions,
): Promise<ResolvedModels> {
  let server: OllamaServer | null = null;
  const finder: Finder = {
    options,
    stores: [],
    server: () => {
      server ??= createOllamaServer(parseOllamaHost(options.environment.OLLAMA_HOST));
      return server;
    },
  };
  const models = new Map<string, ModelClient>();
  const reasons: string[] = [];
  const problems: Problem[] = [];
  for (const name of names) {
    try {
      const { found, reason } = await findModels(name, finder);
      for (const model of found) if (!models.has(model.info.id)) models.set(model.info.id, model);
      reasons.push(reason);
    } catch (error) {
      options.signal.throwIfAborted();
      problems.push(...problemsOf(name, error));
    }
  }
  const close = async (): Promise<void> => {
    for (const model of models.values()) await model.close?.();
    await server?.close();
  };
  if (problems.length > 0) {
    await close();
    throw new BenchError(problems);
  }
  const clients = [...models.values()].map((model) => withTier(model, options.tiers));
  return {
    models: clients,
    reason: reasons.join('; '),
    live: clients.some(({ info }) => /^(ollama|openai|gguf):/.test(info.id)),
    servers: server ? await versionsOf(server, options.signal) : {},
    stores: finder.stores,
    close,
  };
}

async function findModels(
  name: string,
  finder: Finder,
): Promise<{ found: ModelClient[]; reason: string }> {
  if (name === 'auto') return automatic(finder);
  const { options } = finder;
  const [kind, rest] = parseModelName(name);
  if (kind === 'recorded') return one(recorded(rest, options), name);
  if (kind === 'reference') {
    return one(createReferenceModel({ root: options.referencesRoot, name: rest }), name);
  }
  if (kind === 'scripted') return one(scripted(rest, options), name);
  if (options.recording === 'replay') return one(recorded(recordedName(kind, rest), options), name);
  if (kind === 'ollama' && rest === '*') {
    const server = finder.server();
    const chats = (await server.list(options.signal)).filter(({ chats }) => chats);
    if (chats.length === 0)
      throw new ModelError(
        'model-unavailable',
        `${server.host} has no chat model; get one with \`ollama pull qwen2.5-coder:0.5b\``,
      );
    const found: ModelClient[] = [];
    for (const each of chats) found.push(recording(await ollama(each.name, finder), finder));
    return { found, reason: `all ${found.length} chat models of ${server.host}` };
  }
  if (kind === 'ollama') return one(recording(await ollama(rest, finder), finder), name);
  if (kind === 'openai') return one(recording(await openAi(rest, options), finder), name);
  return one(recording(await gguf(rest, options), finder), name);
}

async function automatic(finder: Finder): Promise<{ found: ModelClient[]; reason: string }> {
  const { options } = finder;
  const choice = await chooseAutomatically({
    server: finder.server(),
    recordedNames: listRecordedModels(options.recordingsRoot),
    probeMs: options.probeMs ?? AUTO_PROBE_MS,
    signal: options.signal,
  });
  const found: ModelClient[] = choice.recorded.map((name) => recorded(name, options));
  for (const name of choice.ollama) found.push(recording(await ollama(name, finder), finder));
  return { found, reason: choice.reason };
}

function ollama(name: string, { options, server }: Finder): Promise<ModelClient> {
  const { signal, contextCap } = options;
  return createOllamaModel({
    server: server(),
    name,
    signal,
    ...(contextCap === undefined ? {} : { contextCap }),
  });
}

function openAi(name: string, options: ResolveModelsOptions): Promise<ModelClient> {
  const contextTokens = options.contextTokens?.[name];
  return createOpenAiModel({
    name,
    address: readOpenAiAddress(options.environment),
    secrets: secretsOf(options.environment),
    signal: options.signal,
    ...(contextTokens === undefined ? {} : { contextTokens }),
  });
}

function gguf(file: string, options: ResolveModelsOptions): Promise<ModelClient> {
  const { threads, contextCap } = options;
  return createGgufModel({
    file,
    ...(threads === undefined ? {} : { threads }),
    ...(contextCap === undefined ? {} : { contextCap }),
  });
}

function recorded(name: string, options: ResolveModelsOptions): ModelClient {
  const store = openRecordingStore({ root: options.recordingsRoot, name });
  return createRecordedModel({ store, virtualSpeed: options.virtualSpeed ?? 1 });
}

function scripted(name: string, options: ResolveModelsOptions): ModelClient {
  const model = options.scripted?.[name];
  if (model) return model;
  const known = Object.keys(options.scripted ?? {});
  throw unknownModel(
    `scripted:${name}`,
    'no such script was handed in.',
    `Known are: ${known.join(', ') || 'none'}.`,
  );
}

/** A live client, recorded where the run asks for it. */
function recording(model: ModelClient, { options, stores }: Finder): ModelClient {
  const mode = options.recording ?? 'off';
  if (mode === 'off' || mode === 'replay') return model;
  const store = openRecordingStore({
    root: options.recordingsRoot,
    name: model.info.name,
    model: model.info,
  });
  stores.push(store);
  return withRecording(model, { store, mode, virtualSpeed: options.virtualSpeed ?? 1 });
}

function withTier(model: ModelClient, tiers: ResolveModelsOptions['tiers']): ModelClient {
  const tier = tiers?.[model.info.id] ?? tiers?.[model.info.name];
  return tier === undefined ? model : { ...model, info: { ...model.info, tier } };
}

async function versionsOf(
  server: OllamaServer,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const version = await server.version(signal).catch(() => null);
  return version === null ? {} : { [server.host]: `Ollama ${version}` };
}

function one(model: ModelClient, name: string): { found: ModelClient[]; reason: string } {
  return { found: [model], reason: `${name} was asked for` };
}

function problemsOf(name: string, error: unknown): Problem[] {
  if (error instanceof BenchError) return error.problems;
  if (error instanceof ModelError) {
    return [{ code: 'E_MODEL', place: name, message: `${error.detail}.`, remedy: '' }];
  }
  throw error;
}
