import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';
import type { Transcript } from './types/transcript.ts';

const stringify = configure({ deterministic: true, circularValue: TypeError, strict: false });

/** SHA-256 of a text (as UTF-8) or of bytes, 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/**
 * JSON with object keys in code-unit order and without white space: equal values give equal text.
 * Members that are undefined are left out. Throws a TypeError for circular values and for a bare undefined.
 */
export function canonicalJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError('canonicalJson: the value has no JSON form');
  return text;
}

/** SHA-256 of the canonical JSON of a value. */
export function hashJson(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}

/** The hash that identifies a transcript: over messages, tools, usage and pins, and over nothing else. */
export function transcriptHash(
  transcript: Pick<Transcript, 'messages' | 'tools' | 'usage' | 'pins'>,
): string {
  const { messages, tools, usage, pins } = transcript;
  return hashJson({ messages, tools, usage, pins });
}
