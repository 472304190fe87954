import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Message } from '../../harness/index.ts';
import { type FactProposal, proposeFacts } from '../propose/index.ts';
import { createRedactor, type Redaction } from '../redact/index.ts';
import { findImporter } from './registry.ts';
import { createTally, type ImportReport } from './report.ts';
import {
  type ConversationCounts,
  createConversationSink,
  type ImportedConversation,
} from './sink.ts';
import { openSource } from './source.ts';
import { importError } from './values.ts';
import { writeTranscript } from './write-transcript.ts';

const PROPOSAL_LIMIT = 24_000_000;

/** One transcript that an import wrote. */
export interface ImportedTranscript {
  id: string;
  file: string;
  hash: string;
  counts: ConversationCounts;
  compactions: number;
  proposals: FactProposal[];
}

/** What came of importing one file. */
export interface ImportOutcome {
  path: string;
  format: string;
  transcripts: ImportedTranscript[];
  report: ImportReport;
  redactions: Redaction[];
}

/**
 * Imports one foreign recording into transcript files of `out`: streamed, redacted, with facts proposed. The original
 * text is never kept. Throws E_IMPORT: unreadable, empty, of no known format, or without a message.
 */
export async function importFile(options: ImportFileOptions): Promise<ImportOutcome> {
  try {
    return await importChecked(options);
  } catch (error) {
    // JSON itself has no limit of depth, but everything that walks a value has.
    if (!(error instanceof RangeError)) throw error;
    throw importError(
      options.path,
      'holds a value that is nested too deeply.',
      'Leave that record out: no tool call looks like this.',
    );
  }
}

/** What {@link importFile} needs. `out` is the dataset folder that transcripts are written to. */
interface ImportFileOptions {
  path: string;
  format: string;
  out: string;
  name?: string;
  maxFacts: number;
  /** Ids that other files of the same call took; a file whose name is taken gets a number behind it. */
  taken: Set<string>;
}

async function importChecked(options: ImportFileOptions): Promise<ImportOutcome> {
  const { path, out } = options;
  const tally = createTally();
  const source = await openSource(path, tally);
  const importer = findImporter({ format: options.format, probe: source.probe, path });
  const redactor = createRedactor();
  const base = options.name ?? nameFor(path);
  const work = await mkdtemp(join(tmpdir(), 'compactor-bench-import-'));
  try {
    const conversations: ImportedConversation[] = [];
    await importer.read(source, {
      tally,
      conversation: (name) => {
        const sink = createConversationSink({
          name: name === null ? base : `${base}-${name}`,
          spool: join(
            work,
            `${conversations.length}-${name ?? 'all'}.jsonl`.replace(/[^\w.-]/g, '_'),
          ),
          tally,
          onText: (text) => redactor.scan(text),
        });
        return {
          ...sink,
          close: async () => {
            const closed = await sink.close();
            conversations.push(closed);
            return closed;
          },
        };
      },
    });
    const filled = conversations.filter((conversation) => conversation.counts.messages > 0);
    if (filled.length === 0) {
      throw importError(path, `holds no message that ${importer.format} knows.`, 'Check --format.');
    }
    await mkdir(out, { recursive: true });
    const transcripts: ImportedTranscript[] = [];
    for (const conversation of filled) {
      const id = freeId(conversation.name, options.taken);
      const file = join(out, `${id}.transcript.json`);
      const messages = createBoundedList();
      const { hash } = await writeTranscript({
        file,
        id,
        title: id,
        format: importer.format,
        agent: 'model',
        conversation,
        redactor,
        onMessage: (message) => messages.add(message),
      });
      const proposals = proposeFacts(
        {
          id,
          title: id,
          domain: 'imported',
          dataset: 'imported',
          split: 'dev',
          messages: messages.list,
          tools: conversation.tools,
          usage: null,
          pins: [],
          agent: 'model',
          source: { kind: 'imported', format: importer.format },
          hash,
        },
        { maxFacts: options.maxFacts },
      );
      transcripts.push({
        id,
        file,
        hash,
        counts: conversation.counts,
        compactions: conversation.compactions.length,
        proposals,
      });
    }
    return {
      path,
      format: importer.format,
      transcripts,
      report: tally.report(),
      redactions: redactor.report(),
    };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Keeps messages up to a bound of text, so that proposing facts for a huge file stays within memory. */
function createBoundedList(): { list: Message[]; add(message: Message): void } {
  const list: Message[] = [];
  let size = 0;
  return {
    list,
    add(message) {
      size += JSON.stringify(message).length;
      if (size <= PROPOSAL_LIMIT) list.push(message);
    },
  };
}

function freeId(name: string, taken: Set<string>): string {
  const plain = name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 100);
  const base = plain === '' ? 'session' : plain;
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
  taken.add(id);
  return id;
}

function nameFor(path: string): string {
  const name = basename(path).replace(/\.(jsonl|json|eval|txt)$/i, '');
  return name === '' ? 'session' : name;
}
