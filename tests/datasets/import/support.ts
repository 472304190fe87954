import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportOutcome, importFile } from '../../../datasets/index.ts';
import type { Message } from '../../../harness/index.ts';

/** What an import of a made-up file came to. */
export interface Imported {
  outcome: ImportOutcome;
  messages: Message[];
  all: Message[][];
}

/** Writes a file with this content and imports it. */
export async function importText(
  content: string | Uint8Array,
  options: { name?: string; format?: string } = {},
): Promise<Imported> {
  const folder = await mkdtemp(join(tmpdir(), 'compactor-bench-test-'));
  const path = join(folder, options.name ?? 'input.json');
  await writeFile(path, content);
  const outcome = await importFile({
    path,
    format: options.format ?? 'auto',
    out: join(folder, 'out'),
    maxFacts: 10,
    taken: new Set(),
  });
  const all: Message[][] = [];
  for (const { file } of outcome.transcripts) {
    all.push((JSON.parse(await readFile(file, 'utf8')) as { messages: Message[] }).messages);
  }
  return { outcome, messages: all[0] ?? [], all };
}

/** JSON lines of these values. */
export function lines(...values: unknown[]): string {
  return `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;
}
