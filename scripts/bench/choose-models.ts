import { join } from 'node:path';
import {
  type CellModels,
  createRecordedModel,
  type JsonObject,
  listRecordedModels,
  openRecordingStore,
  projectRoot,
} from '../../harness/index.ts';
import type { RunSettings } from './settings.ts';

/** The models of a run: what compacts, what reads, and why these. */
export interface ChosenModels {
  pairs: CellModels[];
  /** Names for the log: `auto` is resolved. */
  names: string[];
  /** Readers for a run that names none, beside `lexical`. */
  readerNames: string[];
  /** One sentence for people: which models, and why. */
  reason: string;
  /** True where answers come from a live model, so that the cells need the real clock. */
  live: boolean;
  /** Cap that comes with models that nobody asked for; null = none. */
  maxMinutes: number | null;
  /** How long the live models may take, going by a first answer; null = not known. */
  estimateMinutes: number | null;
  /** Hosts of the servers that are asked. */
  hosts: string[];
  servers: JsonObject;
}

/** Chooses */
export async function chooseModels(settings: RunSettings): Promise<ChosenModels> {
  const root = join(projectRoot(), 'datasets/recordings');
  const names = listRecordedModels(root);
  const models = names.map((name) =>
    createRecordedModel({
      store: openRecordingStore({ root, name }),
      virtualSpeed: settings.virtualSpeed,
    }),
  );
  return {
    pairs: models.map((main) => ({ main, small: null })),
    names: names.map((name) => `recorded:${name}`),
    readerNames: [],
    reason: 'Recorded models, since no Ollama server answered.',
    live: false,
    maxMinutes: null,
    estimateMinutes: null,
    hosts: [],
    servers: {},
  };
}
