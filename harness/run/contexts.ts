import type { BlobStore } from '../blobs.ts';
import { BenchError } from '../errors.ts';
import type { Message } from '../types/message.ts';

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool']);

/** The context that a record's blob holds. Throws E_RECORD where the blob is missing, broken, or no list of messages. */
export async function loadContext(blobs: BlobStore, id: string): Promise<Message[]> {
  const value = await blobs.read(id);
  if (Array.isArray(value) && value.every(isMessage)) return value;
  throw new BenchError({
    code: 'E_RECORD',
    message: 'the blob is no list of messages.',
    place: `${blobs.dir}/${id}.json`,
    remedy: 'Run the cells again in a new folder.',
  });
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value && 'role' in value && 'content' in value)) return false;
  return typeof value.id === 'string' && ROLES.has(value.role) && isContent(value.content);
}

function isContent(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((block) => typeof block === 'object' && block !== null && 'type' in block)
  );
}
