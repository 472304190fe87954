import {
  type CellModels,
  type JsonObject,
  listRecordedModels,
  type ModelClient,
  parseOllamaHost,
  type ResolvedModels,
  type ResolveModelsOptions,
  resolveModels,
} from '../../harness/index.ts';
import { resolveOptions } from '../models/resolve-options.ts';
import { RECORDED } from './recorded-scope.ts';
import type { RunSettings } from './settings.ts';

/** Cap of a run with live models that nobody named. */
const AUTO_MINUTES = 10;

/** The models of a run: what compacts, what reads, and why these. */
export interface ChosenModels {
  pairs: CellModels[];
  /** Names for the log: `auto` is resolved. */
  names: string[];
  /** The models that read, beside `lexical`. */
  readers: ModelClient[];
  readerNames: string[];
  /** One sentence for people: which models, and why. */
  reason: string;
  /** True where answers come from a live model, so that the cells need the real clock. */
  live: boolean;
  /** Cap that comes with live models that nobody named; null = none. */
  maxMinutes: number | null;
  /** Hosts of the servers that are asked. */
  hosts: string[];
  servers: JsonObject;
  close(): Promise<void>;
}

/**
 * Finds the models that the settings name. A run that names no readers reads with the largest model that it has, or
 * with the recorded one. Throws E_MODEL with every model that cannot be had.
 */
export async function chooseModels(
  settings: RunSettings,
  signal: AbortSignal,
): Promise<ChosenModels> {
  const options = resolveOptions(settings, signal);
  const main = await resolveModels(settings.models, options);
  const small =
    settings.smallModel === null ? null : await resolveModels([settings.smallModel], options);
  const readerNames =
    settings.readers?.filter((name) => name !== 'lexical') ?? defaultReaders(main, options);
  const reading = await resolveReaders(readerNames, main, options);
  const names = settings.models.flatMap((name) =>
    name === 'auto' || name.endsWith(':*') ? main.models.map(({ info }) => info.id) : [name],
  );
  const live = main.live || (small?.live ?? false) || reading.live;
  return {
    pairs: main.models.map((client) => ({ main: client, small: small?.models[0] ?? null })),
    names,
    readers: reading.clients,
    readerNames,
    reason: toSentence(main.reason),
    live,
    maxMinutes: live && settings.models.includes('auto') ? AUTO_MINUTES : null,
    hosts: live ? hostsOf(options.environment) : [],
    servers: { ...main.servers, ...small?.servers },
    close: async () => {
      await Promise.allSettled([main, small, reading].map((open) => open?.close()));
    },
  };
}

function defaultReaders(main: ResolvedModels, options: ResolveModelsOptions): string[] {
  if (main.live) return main.models.slice(-1).map(({ info }) => info.id);
  const recorded = listRecordedModels(options.recordingsRoot).includes(RECORDED.reader);
  return recorded ? [`recorded:${RECORDED.reader}`] : [];
}

/** Reader clients; one that compacts too is the same client, so that no model is loaded twice. */
async function resolveReaders(
  names: readonly string[],
  main: ResolvedModels,
  options: ResolveModelsOptions,
): Promise<{ clients: ModelClient[]; live: boolean; close(): Promise<void> }> {
  const known = new Map(main.models.map((client) => [client.info.id, client]));
  const others = await resolveModels(
    names.filter((name) => !known.has(name)),
    options,
  );
  const found = names.flatMap((name) => known.get(name) ?? []);
  return { clients: [...found, ...others.models], live: others.live, close: others.close };
}

function toSentence(reason: string): string {
  return reason === '' ? '' : `${reason[0]?.toUpperCase()}${reason.slice(1)}.`;
}

function hostsOf(environment: ResolveModelsOptions['environment']): string[] {
  const urls = [
    parseOllamaHost(environment.OLLAMA_HOST),
    environment.OPENAI_BASE_URL ?? 'https://api.openai.com',
  ];
  return urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).hostname] : []));
}
