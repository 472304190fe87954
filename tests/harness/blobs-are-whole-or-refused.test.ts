import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBlob, loadContext, openBlobs, sha256Hex } from '../../harness/index.ts';
import { smallMessages, temporaryFolder } from './support/small-run.ts';

describe('a blob', () => {
  it('is named by the hash of its bytes and holds its value', async () => {
    const dir = join(await temporaryFolder(), 'blobs');
    const blobs = openBlobs(dir);
    const blob = createBlob(smallMessages());
    await Promise.all([blobs.write(blob), blobs.write(blob)]);
    expect(await readdir(dir)).toEqual([`${blob.id}.json`]);
    expect(sha256Hex(await readFile(join(dir, `${blob.id}.json`)))).toBe(blob.id);
    expect(await loadContext(blobs, blob.id)).toEqual(smallMessages());
  });

  it('comes back as it went in, members in their order', async () => {
    const value = { b: 1, a: [{ d: '\ud800', c: 'x\u2028' }], 10: null };
    const blob = createBlob(value);
    const blobs = openBlobs(await temporaryFolder());
    await blobs.write(blob);
    const read = await blobs.read(blob.id);
    expect(JSON.stringify(read)).toBe(JSON.stringify(value));
    expect(createBlob(read)).toEqual(blob);
  });

  it('that a crash left half written is written again', async () => {
    const dir = await temporaryFolder();
    const blob = createBlob({ a: 1 });
    await writeFile(join(dir, `${blob.id}.json`), '{"a"');
    await expect(openBlobs(dir).read(blob.id)).rejects.toThrow(
      'the content is not what the name says',
    );
    await openBlobs(dir).write(blob);
    expect(await openBlobs(dir).read(blob.id)).toEqual({ a: 1 });
  });

  it('is refused where it is missing, misnamed or no context', async () => {
    const blobs = openBlobs(await temporaryFolder());
    await expect(blobs.read('0'.repeat(64))).rejects.toThrow('the blob is missing');
    await expect(blobs.read('../../etc/passwd')).rejects.toThrow('is no blob id');
    const other = createBlob([{ id: 'x' }]);
    await blobs.write(other);
    await expect(loadContext(blobs, other.id)).rejects.toThrow('the blob is no list of messages');
  });
});
