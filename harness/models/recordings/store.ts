import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { wallTimeIso } from '../../clock/wall.ts';
import { BenchError } from '../../errors.ts';
import { canonicalJson, sha256Hex } from '../../hash.ts';
import { closestName } from '../../suggest.ts';
import type { CallPurpose, GenerateRequest, ModelInfo } from '../../types/model.ts';
import { hashEmbedding, hashRequest, toHashedRequest } from '../request-hash.ts';
import { slugOf } from '../token-estimates.ts';
import {
  hasManifest,
  journalPath,
  readManifest,
  readRecordings,
  writeManifest,
  writePacks,
} from './files.ts';
import { createRecordingSet, embeddingLine, recordingLine } from './lines.ts';
import { explainMissing } from './missing.ts';
import type {
  RecordedEmbedding,
  RecordedModel,
  RecordedOutcome,
  Recording,
  RecordingManifest,
  RecordingSet,
} from './types.ts';

/** The recordings of one model: loaded and checked as a whole, looked up by request, appended one by one. */
export interface RecordingStore {
  readonly folder: string;
  readonly model: RecordedModel;
  /** Calls and embedded texts that it holds. */
  readonly size: number;
  /** The recorded call for a request; undefined where there is none. */
  find(request: GenerateRequest): Recording | undefined;
  /** The recorded vector of a text; undefined where there is none. */
  findEmbedding(text: string): RecordedEmbedding | undefined;
  /** Adds a call, or replaces the outcome of the same request. On disk before it returns. */
  add(request: GenerateRequest, outcome: RecordedOutcome): void;
  /** Adds an embedded text. On disk before it returns. */
  addEmbedding(text: string, embedding: Omit<RecordedEmbedding, 'hash' | 'textHash'>): void;
  /** Why there is no recording for a request, with the remedy: which prompt changed, or what else differs. */
  explainMissing(request: GenerateRequest): string;
  /** SHA-256 over every request and outcome, the same however they are packed. */
  contentHash(): string;
  /** Hashes of the prompts that were recorded, by prompt id. */
  promptHashes(): Map<string, Set<string>>;
  /** Compresses everything into packs. `onlyUsed` leaves out what was neither found nor added since the store was opened. */
  pack(options?: { onlyUsed?: boolean }): void;
}

/** Where recordings lie: `root` holds a folder a model, `name` names it. `model` is given where new ones may be added. */
export interface RecordingStoreOptions {
  root: string;
  name: string;
  model?: ModelInfo;
}

/** Names of the models with recordings under a folder, sorted. A folder that does not exist has none. */
export function listRecordedModels(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => hasManifest(join(root, name)))
    .sort();
}

/**
 * Opens the recordings of a model, and starts an empty folder where `model` is given and there is none. Throws E_MODEL
 * where no model of that name was recorded, or where the recordings are of another digest than `model`; E_RECORD where a
 * file is broken.
 */
export function openRecordingStore(options: RecordingStoreOptions): RecordingStore {
  const folder = join(options.root, slugOf(options.name));
  if (!hasManifest(folder)) {
    if (!options.model) throw unknownName(options);
    const manifest = startManifest(options.model);
    return createStore(folder, manifest, createRecordingSet());
  }
  const manifest = readManifest(folder);
  if (options.model) checkSameModel(folder, manifest.model, options.model);
  return createStore(folder, manifest, readRecordings(folder, manifest));
}

function createStore(
  folder: string,
  manifest: RecordingManifest,
  set: RecordingSet,
): RecordingStore {
  const { model } = manifest;
  const used = new Set<string>();
  const append = (lines: unknown[]): void => {
    if (!hasManifest(folder)) writeManifest(folder, manifest);
    mkdirSync(folder, { recursive: true });
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    appendFileSync(journalPath(folder), text, { flush: true });
  };
  const newTextLines = (contents: string[]): unknown[] => {
    const lines: unknown[] = [];
    for (const text of contents) {
      const hash = sha256Hex(text);
      if (set.texts.has(hash)) continue;
      set.texts.set(hash, text);
      lines.push({ type: 'text', text });
    }
    return lines;
  };
  return {
    folder,
    model,
    get size() {
      return set.recordings.size + set.embeddings.size;
    },
    find(request) {
      const recording = set.recordings.get(hashRequest(model, toHashedRequest(request)));
      if (recording) used.add(recording.hash);
      return recording;
    },
    findEmbedding(text) {
      const embedding = set.embeddings.get(hashEmbedding(model, sha256Hex(text)));
      if (embedding) used.add(embedding.hash);
      return embedding;
    },
    add(request, outcome) {
      const hashed = toHashedRequest(request);
      const hash = hashRequest(model, hashed);
      const recording: Recording = { hash, request: hashed, purpose: request.purpose, outcome };
      const texts = newTextLines(request.messages.map(({ content }) => content));
      append([...texts, recordingLine(recording, (contentHash) => contentHash)]);
      set.recordings.set(hash, recording);
      used.add(hash);
    },
    addEmbedding(text, embedding) {
      const textHash = sha256Hex(text);
      const full = { ...embedding, textHash, hash: hashEmbedding(model, textHash) };
      append([...newTextLines([text]), embeddingLine(full, (contentHash) => contentHash)]);
      set.embeddings.set(full.hash, full);
      used.add(full.hash);
    },
    explainMissing: (request) => explainMissing(model.name, set, request),
    contentHash: () => hashOfSet(set),
    promptHashes: () => promptHashesOf([...set.recordings.values()].map(({ purpose }) => purpose)),
    pack({ onlyUsed = false } = {}) {
      const keep = <T>(all: Map<string, T>): Map<string, T> =>
        onlyUsed ? new Map([...all].filter(([hash]) => used.has(hash))) : all;
      const kept = {
        texts: set.texts,
        recordings: keep(set.recordings),
        embeddings: keep(set.embeddings),
      };
      writePacks(folder, { ...manifest, recordedAt: wallTimeIso() }, kept);
    },
  };
}

function hashOfSet(set: RecordingSet): string {
  const lines = [...set.recordings.values()].map(
    ({ hash, outcome }) => `${hash} ${sha256Hex(canonicalJson(outcome))}`,
  );
  for (const { hash, vector } of set.embeddings.values()) {
    lines.push(`${hash} ${sha256Hex(canonicalJson(vector))}`);
  }
  return sha256Hex(lines.sort().join('\n'));
}

function promptHashesOf(purposes: readonly CallPurpose[]): Map<string, Set<string>> {
  const hashes = new Map<string, Set<string>>();
  for (const { promptId, promptHash } of purposes) {
    const known = hashes.get(promptId) ?? new Set();
    hashes.set(promptId, known.add(promptHash));
  }
  return hashes;
}

function startManifest(info: ModelInfo): RecordingManifest {
  const { id: _id, recordingsHash: _hash, ...model } = info;
  const processors = cpus();
  return {
    schemaVersion: 1,
    model,
    machine: {
      platform: `${process.platform} ${process.arch}`,
      processor: processors[0]?.model ?? 'unknown',
      processors: processors.length,
    },
    recordedAt: wallTimeIso(),
    packs: [],
  };
}

function checkSameModel(folder: string, recorded: RecordedModel, live: ModelInfo): void {
  const same = canonicalJson([recorded.digest, recorded.settings]);
  if (same === canonicalJson([live.digest, live.settings])) return;
  throw new BenchError({
    code: 'E_MODEL',
    place: folder,
    message: `holds answers of ${recorded.name} with digest ${recorded.digest ?? 'unknown'} and settings ${canonicalJson(recorded.settings)}; ${live.id} has ${live.digest ?? 'unknown'} and ${canonicalJson(live.settings)}.`,
    remedy: 'Use the model that was recorded, or remove the folder and record again.',
  });
}

function unknownName({ root, name }: RecordingStoreOptions): BenchError {
  const known = listRecordedModels(root);
  const near = closestName(slugOf(name), known);
  const meant = near === null ? '' : ` Did you mean recorded:${near}?`;
  return new BenchError({
    code: 'E_MODEL',
    place: `recorded:${name}`,
    message: `no answers of this model are recorded under ${root}.${meant}`,
    remedy:
      known.length === 0
        ? 'Record some with `npm run record-answers`.'
        : `Recorded are: ${known.join(', ')}. Record others with \`npm run record-answers\`.`,
  });
}
