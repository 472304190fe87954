import { sha256Hex } from '../../hash.ts';
import { type HashedModel, hashEmbedding, hashRequest } from '../request-hash.ts';
import { frontCode, frontDecode } from './front-coding.ts';
import { lineSchema, type RecordingLine } from './schema.ts';
import type { RecordedEmbedding, Recording, RecordingSet } from './types.ts';

/** A set without anything in it. */
export function createRecordingSet(): RecordingSet {
  return { texts: new Map(), recordings: new Map(), embeddings: new Map() };
}

/** A recording as a line; `refOf` names a content by its hash. */
export function recordingLine(
  recording: Recording,
  refOf: (contentHash: string) => number | string,
): RecordingLine {
  const { messages, ...request } = recording.request;
  return {
    type: 'recording',
    hash: recording.hash,
    messages: messages.map(({ role, contentHash }) => [role, refOf(contentHash)]),
    ...request,
    purpose: recording.purpose,
    outcome: recording.outcome,
  };
}

/** An embedding as a line; see {@link recordingLine}. */
export function embeddingLine(
  embedding: RecordedEmbedding,
  refOf: (contentHash: string) => number | string,
): RecordingLine {
  const { textHash, ...rest } = embedding;
  return { type: 'embedding', text: refOf(textHash), ...rest };
}

/**
 * Lines of a pack: the texts that the recordings use, front-coded and sorted, then the recordings by hash, so that one set
 * has one content.
 */
export function packLines(
  set: RecordingSet,
  recordings: readonly Recording[],
  embeddings: readonly RecordedEmbedding[],
): RecordingLine[] {
  const used = new Set<string>();
  for (const { request } of recordings) {
    for (const { contentHash } of request.messages) used.add(contentHash);
  }
  for (const { textHash } of embeddings) used.add(textHash);
  const texts = [...used].map((hash) => ({ hash, text: set.texts.get(hash) ?? '' }));
  texts.sort((a, b) => compare(a.text, b.text));
  const places = new Map(texts.map(({ hash }, index) => [hash, index]));
  const refOf = (hash: string): number => places.get(hash) ?? -1;
  return [
    { type: 'texts', coded: frontCode(texts.map(({ text }) => text)) },
    ...[...recordings].sort(byHash).map((recording) => recordingLine(recording, refOf)),
    ...[...embeddings].sort(byHash).map((embedding) => embeddingLine(embedding, refOf)),
  ];
}

/**
 * Adds lines to a set, and computes the hash of each again from what the line holds. Throws an Error that names the line
 * where one is malformed, points at no text, or is not what its hash says.
 */
export function addLines(set: RecordingSet, model: HashedModel, lines: readonly string[]): void {
  let places: string[] = [];
  const addText = (text: string): string => {
    const hash = sha256Hex(text);
    set.texts.set(hash, text);
    return hash;
  };
  const hashOf = (ref: number | string): string => {
    const hash = typeof ref === 'number' ? places[ref] : ref;
    if (hash === undefined || !set.texts.has(hash)) throw new Error('a content is missing');
    return hash;
  };
  const addLine = (text: string): void => {
    const line = lineSchema.parse(JSON.parse(text));
    if (line.type === 'texts') places = frontDecode(line.coded).map(addText);
    else if (line.type === 'text') addText(line.text);
    else if (line.type === 'embedding') {
      const { type: _type, text: ref, ...rest } = line;
      const textHash = hashOf(ref);
      expectHash(line.hash, hashEmbedding(model, textHash));
      set.embeddings.set(line.hash, { ...rest, textHash });
    } else {
      const recording = parseRecording(line, hashOf);
      expectHash(line.hash, hashRequest(model, recording.request));
      set.recordings.set(line.hash, recording);
    }
  };
  for (const [index, text] of lines.entries()) {
    try {
      addLine(text);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`line ${index + 1}: ${reason.slice(0, 300)}`, { cause: error });
    }
  }
}

function parseRecording(
  line: RecordingLine & { type: 'recording' },
  hashOf: (ref: number | string) => string,
): Recording {
  const { type: _type, hash, messages, purpose, outcome, ...request } = line;
  return {
    hash,
    request: {
      ...request,
      messages: messages.map(([role, ref]) => ({ role, contentHash: hashOf(ref) })),
    },
    purpose,
    outcome,
  };
}

function expectHash(stated: string, computed: string): void {
  if (stated !== computed) throw new Error('the content is not what its hash says');
}

function byHash(a: { hash: string }, b: { hash: string }): number {
  return compare(a.hash, b.hash);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
