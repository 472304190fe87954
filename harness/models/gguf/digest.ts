import { createHash } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { projectRoot } from '../../project.ts';

const cacheSchema = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));

/** SHA-256 of a file, read as a stream. */
export async function hashFile(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash, {
    ...(signal ? { signal } : {}),
  });
  return hash.digest('hex');
}

/**
 * SHA-256 of a file of weights. Kept in `.build/model-digests.json` under path, size and time of change, so that half a
 * gigabyte is read once and not on every start.
 */
export async function digestOfWeights(file: string): Promise<string> {
  const path = realpathSync(file);
  const { size, mtimeMs } = statSync(path);
  const key = `${path} ${size} ${mtimeMs}`;
  const folder = join(projectRoot(), '.build');
  const cacheFile = join(folder, 'model-digests.json');
  const known = readCache(cacheFile);
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const digest = await hashFile(path);
  known.set(key, digest);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${cacheFile}.${process.pid}`, JSON.stringify(Object.fromEntries(known)));
  renameSync(`${cacheFile}.${process.pid}`, cacheFile);
  return digest;
}

function readCache(file: string): Map<string, string> {
  try {
    return new Map(Object.entries(cacheSchema.parse(JSON.parse(readFileSync(file, 'utf8')))));
  } catch {
    // No cache, or a broken one: the file is hashed again.
    return new Map();
  }
}
