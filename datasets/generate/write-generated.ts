import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDatasetIndex } from '../load/write-index.ts';
import type { GeneratedTranscript } from './generate-transcript.ts';

const CARD = `# Synthetic transcripts

Written by a seeded generator (\`npm run generate\`), for scale and for controlled experiments: facts are planted at chosen
positions and densities, and everything else is filler. No tool was run and nobody said any of it. Each transcript's
\`source\` has kind \`synthetic\` and the settings that make it again. Synthetic transcripts never enter headline figures.
`;

/** Writes generated transcripts with their facts into a dataset folder, makes its index, and gives it a card where it has none. */
export async function writeGenerated(
  folder: string,
  generated: readonly GeneratedTranscript[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { transcript, facts } of generated) {
    const base = join(folder, transcript.id);
    await writeFile(`${base}.transcript.json`, `${JSON.stringify(transcript)}\n`);
    await writeFile(`${base}.facts.json`, `${JSON.stringify(facts, null, 1)}\n`);
  }
  if (!existsSync(join(folder, 'CARD.md'))) await writeFile(join(folder, 'CARD.md'), CARD);
  await writeDatasetIndex(folder, { create: { name: 'synthetic', licence: 'Apache-2.0' } });
}
