import { Ollama } from 'ollama';
import { z } from 'zod';
import { ModelError } from '../../errors.ts';
import { isUnreachable, toModelError } from '../http/classify.ts';
import { createHttpPool, type HttpPool } from '../http/fetch.ts';
import { parseParameters } from '../tier.ts';

const detailsSchema = z
  .object({
    family: z.string(),
    parameter_size: z.string(),
    quantization_level: z.string(),
  })
  .partial();

const listSchema = z.object({
  models: z
    .array(
      z.object({
        name: z.string(),
        size: z.number().optional(),
        digest: z.string().optional(),
        details: detailsSchema.nullish(),
        capabilities: z.array(z.string()).optional(),
        context_length: z.number().optional(),
      }),
    )
    .nullish(),
});

const showSchema = z.object({
  details: detailsSchema.nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
  capabilities: z.array(z.string()).nullish(),
});

/** A model as a server lists it; what an old server does not say is null. */
export interface ListedModel {
  name: string;
  digest: string | null;
  parameters: number | null;
  /** Bytes on disk. */
  size: number | null;
  /** True unless the server says that it does not chat, or its family is one of embedding models. */
  chats: boolean;
}

/** What `show` says of one model. */
export interface ShownModel {
  contextTokens: number | null;
  parameters: number | null;
  quantization: string | null;
}

/** One Ollama server, and what it says about itself and its models. Every call throws a ModelError on failure. */
export interface OllamaServer {
  readonly host: string;
  readonly pool: HttpPool;
  version(signal: AbortSignal): Promise<string>;
  list(signal: AbortSignal): Promise<ListedModel[]>;
  show(name: string, signal: AbortSignal): Promise<ShownModel>;
  /** Context with which a model is loaded; null where it is not, or the server does not say. */
  loadedContext(name: string, signal: AbortSignal): Promise<number | null>;
  /** The package's client for one call. */
  client(signal: AbortSignal): Ollama;
  close(): Promise<void>;
}

/** An Ollama server at a base URL (see `parseOllamaHost`). Nothing is sent before the first call. */
export function createOllamaServer(host: string): OllamaServer {
  const pool = createHttpPool();
  const client = (signal: AbortSignal): Ollama =>
    new Ollama({ host, fetch: pool.fetchFor(signal) as typeof globalThis.fetch });
  const ask = async <T>(signal: AbortSignal, call: (ollama: Ollama) => Promise<T>): Promise<T> => {
    try {
      return await call(client(signal));
    } catch (error) {
      signal.throwIfAborted();
      if (isUnreachable(error)) throw noServer(host, error);
      throw toModelError(error, []);
    }
  };
  return {
    host,
    pool,
    client,
    version: (signal) =>
      ask(
        signal,
        async (ollama) => z.object({ version: z.string() }).parse(await ollama.version()).version,
      ),
    list: (signal) =>
      ask(signal, async (ollama) =>
        (listSchema.parse(await ollama.list()).models ?? []).map(toListed),
      ),
    show: (model, signal) =>
      ask(signal, async (ollama) => toShown(showSchema.parse(await ollama.show({ model })))),
    loadedContext: (name, signal) =>
      ask(signal, async (ollama) => {
        const models = listSchema.parse(await ollama.ps()).models ?? [];
        return models.find((model) => sameModel(model.name, name))?.context_length ?? null;
      }),
    close: () => pool.close(),
  };
}

/** True where two names mean one model: `:latest` is understood. */
export function sameModel(a: string, b: string): boolean {
  const full = (name: string): string => (name.includes(':') ? name : `${name}:latest`);
  return full(a) === full(b);
}

/** The error for a server that does not answer at all. */
export function noServer(host: string, cause: unknown): ModelError {
  return new ModelError(
    'model-unavailable',
    `no Ollama server answers at ${host}; start it with \`ollama serve\`, or set OLLAMA_HOST`,
    { cause },
  );
}

function toListed(model: NonNullable<z.infer<typeof listSchema>['models']>[number]): ListedModel {
  const { name, digest, details, size, capabilities } = model;
  const chats = capabilities
    ? capabilities.includes('completion')
    : !/bert|embed/i.test(`${details?.family ?? ''} ${name}`);
  return {
    name,
    digest: digest ?? null,
    parameters: parseParameters(details?.parameter_size ?? ''),
    size: size ?? null,
    chats,
  };
}

function toShown({ details, model_info }: z.infer<typeof showSchema>): ShownModel {
  const info = new Map(Object.entries(model_info ?? {}));
  const architecture = info.get('general.architecture');
  const context = info.get(`${String(architecture)}.context_length`);
  const counted = info.get('general.parameter_count');
  return {
    contextTokens: typeof context === 'number' && context > 0 ? context : null,
    parameters:
      typeof counted === 'number' ? counted : parseParameters(details?.parameter_size ?? ''),
    quantization: details?.quantization_level ?? null,
  };
}
