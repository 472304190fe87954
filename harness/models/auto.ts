import { withDeadline } from '../clock/deadline.ts';
import { createRealClock } from '../clock/real.ts';
import { ModelError } from '../errors.ts';
import type { ListedModel, OllamaServer } from './ollama/server.ts';

/** How long `auto` waits for a server that may not be there, in ms. */
export const AUTO_PROBE_MS = 2_000;

/** Which models `auto` takes, and why. */
export interface AutomaticChoice {
  ollama: string[];
  recorded: string[];
  reason: string;
}

/**
 * The smallest and the largest chat model of an Ollama server that answers within `probeMs`; else the recorded models.
 * Size is the parameter count, then the size on disk.
 */
export async function chooseAutomatically(options: {
  server: OllamaServer;
  recordedNames: readonly string[];
  probeMs: number;
  signal: AbortSignal;
}): Promise<AutomaticChoice> {
  const { server, recordedNames } = options;
  const listed = await listWithin(options);
  const chats = (listed ?? []).filter(({ chats }) => chats).sort(bySize);
  const [smallest, largest] = [chats[0], chats.at(-1)];
  if (smallest && largest) {
    const which =
      largest === smallest
        ? `its only chat model, ${smallest.name}`
        : `the smallest and the largest of its ${chats.length} chat models, ${smallest.name} and ${largest.name}`;
    return {
      ollama: [...new Set([smallest.name, largest.name])],
      recorded: [],
      reason: `Ollama answers at ${server.host}: ${which}`,
    };
  }
  const why = listed
    ? `Ollama at ${server.host} has no chat model`
    : `no Ollama server answers at ${server.host}`;
  const what =
    recordedNames.length === 0
      ? 'none are recorded either'
      : `the recorded models ${recordedNames.join(', ')}`;
  return { ollama: [], recorded: [...recordedNames], reason: `${why}: ${what}` };
}

async function listWithin(options: {
  server: OllamaServer;
  probeMs: number;
  signal: AbortSignal;
}): Promise<ListedModel[] | null> {
  const { server, probeMs, signal } = options;
  await server.pool.ready();
  const deadline = {
    clock: createRealClock(),
    ms: probeMs,
    signal,
    reason: () => new ModelError('model-unavailable', 'no answer in time'),
  };
  try {
    return await withDeadline(deadline, (limited) => server.list(limited));
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

function bySize(a: ListedModel, b: ListedModel): number {
  return (a.parameters ?? 0) - (b.parameters ?? 0) || (a.size ?? 0) - (b.size ?? 0);
}
