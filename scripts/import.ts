import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import {
  CANARY,
  IMPORTERS,
  type ImportedTranscript,
  type ImportOutcome,
  importFile,
  reviewProposals,
  writeDatasetIndex,
} from '../datasets/index.ts';
import { BenchError, formatProblem } from '../harness/index.ts';

interface Options {
  format: string;
  out: string;
  facts: string;
  name?: string;
  review?: boolean;
  json?: boolean;
}

const program = new Command('import')
  .description('Turns foreign recordings into transcripts: secrets redacted, facts proposed.')
  .argument('<file...>', 'recordings to import')
  .option(
    '--format <name>',
    `auto, or one of ${IMPORTERS.map((importer) => importer.format).join(', ')}`,
    'auto',
  )
  .option('--out <dir>', 'dataset folder to write into; bench reads sessions/ too', 'sessions')
  .option('--name <id>', 'id of the transcript (with one file)')
  .option('--facts <n>', 'propose at most so many facts a transcript', '25')
  .option('--review', 'keep or drop each proposed fact in a list')
  .option('--json', 'one JSON line a file instead of text')
  .action(run);

async function run(files: string[], options: Options): Promise<void> {
  const maxFacts = Number(options.facts);
  if (!Number.isInteger(maxFacts) || maxFacts < 0) {
    throw usageError('--facts', options.facts, 'Give a whole number from 0.');
  }
  if (options.name !== undefined && files.length > 1) {
    throw usageError('--name', options.name, 'Name one file only with --name.');
  }
  const failures: string[] = [];
  const taken = new Set<string>();
  for (const path of files) {
    try {
      const outcome = await importFile({
        path,
        format: options.format,
        out: options.out,
        maxFacts,
        taken,
        ...(options.name === undefined ? {} : { name: options.name }),
      });
      for (const transcript of outcome.transcripts) {
        await writeFacts({ transcript, out: options.out, review: options.review === true });
      }
      print(outcome, options.json === true);
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      failures.push(...error.problems.map(formatProblem));
    }
  }
  if (failures.length < files.length) {
    await writeCard(options.out);
    await writeDatasetIndex(options.out, {
      create: { name: 'sessions', version: '1', licence: 'private' },
    });
  }
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 2;
}

function usageError(place: string, value: string, remedy: string): BenchError {
  return new BenchError({ code: 'E_CONFIG', place, message: `"${value}" does not fit.`, remedy });
}

async function writeFacts(options: {
  transcript: ImportedTranscript;
  out: string;
  review: boolean;
}): Promise<void> {
  const { transcript, out, review } = options;
  const kept = review ? await reviewProposals(transcript.proposals) : transcript.proposals;
  const facts = { transcript: transcript.id, canary: CANARY, facts: kept.map(({ fact }) => fact) };
  await writeFile(join(out, `${transcript.id}.facts.json`), `${JSON.stringify(facts, null, 1)}\n`);
}

async function writeCard(out: string): Promise<void> {
  const card = join(out, 'CARD.md');
  try {
    await access(card);
  } catch {
    await writeFile(
      card,
      '# Imported sessions\n\nTranscripts imported from recordings of your own, redacted on import. Facts were proposed by rules, not by hand.\nThese files stay on this machine unless you share them.\n',
    );
  }
}

function print(outcome: ImportOutcome, json: boolean): void {
  if (json) {
    const { transcripts, ...rest } = outcome;
    const brief = transcripts.map(({ proposals, ...transcript }) => ({
      ...transcript,
      facts: proposals.length,
    }));
    console.log(JSON.stringify({ ...rest, transcripts: brief }));
    return;
  }
  console.log(`${outcome.path}: ${outcome.format}`);
  for (const { id, counts, compactions, proposals } of outcome.transcripts) {
    console.log(
      `  ${id}: ${counts.messages} messages, ${counts.calls} calls, ${counts.results} results, ${compactions} recorded compactions, ${proposals.length} facts proposed`,
    );
  }
  for (const [kind, count] of Object.entries(outcome.report.dropped)) {
    console.log(`  left out: ${count} ${kind} (${(outcome.report.places[kind] ?? []).join(', ')})`);
  }
  for (const [name, count] of Object.entries(outcome.report.repaired)) {
    console.log(`  repaired: ${count} ${name} (${(outcome.report.places[name] ?? []).join(', ')})`);
  }
  const byKind = new Map<string, number>();
  for (const item of outcome.redactions) {
    byKind.set(item.kind, (byKind.get(item.kind) ?? 0) + item.count);
  }
  for (const [kind, count] of byKind) console.log(`  redacted: ${count} ${kind}`);
}

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (!(error instanceof BenchError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
