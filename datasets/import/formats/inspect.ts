import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { JsonObject } from '../../../harness/index.ts';
import type { Importer, ImportTarget } from '../importer.ts';
import { asList, asObject, asText, importError, parseArguments } from '../values.ts';
import { addChatMessage } from './openai-chat.ts';

/** Inspect logs: JSON, or `.eval` (a zip of JSON files); one conversation a sample. */
export const inspectImporter: Importer = {
  format: 'inspect',
  source: 'documentation',
  matches: ({ shape, keys }) =>
    shape === 'zip' || (shape === 'object' && keys.has('samples') && keys.has('eval')),
  async read(source, target) {
    if (source.probe.shape === 'zip') {
      for await (const [name, sample] of zippedSamples(source.path)) {
        await addSample(sample, name, target);
      }
      return;
    }
    const root = asObject(await source.document()) ?? {};
    for (const [index, item] of asList(root.samples).entries()) {
      const sample = asObject(item);
      if (sample === null) target.tally.drop('not-a-sample', `sample ${index + 1}`);
      else await addSample(sample, String(index + 1), target);
    }
  },
};

const UNPACKED_LIMIT = 512 * 1024 * 1024;

async function* zippedSamples(path: string): AsyncGenerator<[string, JsonObject]> {
  let total = 0;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(await readFile(path), {
      filter: (file) => {
        if (!/^samples\/.*\.json$/.test(file.name)) return false;
        total += file.originalSize;
        if (total > UNPACKED_LIMIT)
          throw new Error(`samples unpack to more than ${UNPACKED_LIMIT} bytes`);
        return true;
      },
    });
  } catch (error) {
    throw importError(
      path,
      `is no readable .eval file: ${error instanceof Error ? error.message : error}.`,
      'Convert it with: inspect log convert --to json.',
    );
  }
  const names = Object.keys(files).sort();
  if (names.length === 0) {
    throw importError(
      path,
      'is a zip without samples/*.json.',
      'Only Inspect .eval files are read from zips.',
    );
  }
  for (const name of names) {
    const sample = asObject(JSON.parse(new TextDecoder().decode(files[name])));
    if (sample !== null) yield [name.replace(/^samples\/|\.json$/g, ''), sample];
  }
}

async function addSample(sample: JsonObject, name: string, target: ImportTarget): Promise<void> {
  const sink = target.conversation(name);
  for (const [index, item] of asList(sample.messages).entries()) {
    const raw = asObject(item);
    const place = `sample ${name}, message ${index + 1}`;
    if (raw === null) {
      target.tally.drop('not-a-message', place);
      continue;
    }
    // Inspect's calls are flat: { id, function: name, arguments }.
    const calls = asList(raw.tool_calls).map((entry) => {
      const call = asObject(entry) ?? {};
      return {
        id: call.id ?? null,
        name: asText(call.function) ?? 'unknown',
        arguments: parseArguments(call.arguments),
      };
    });
    const error = asText(asObject(raw.error)?.message);
    await addChatMessage({
      sink,
      target,
      raw: {
        ...raw,
        tool_calls: calls,
        ...(raw.role === 'tool' ? { name: raw.function ?? null, is_error: error !== null } : {}),
        ...(error === null ? {} : { content: raw.content === '' ? error : (raw.content ?? error) }),
      },
      place,
    });
  }
  await sink.close();
}
