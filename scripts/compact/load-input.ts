import { readFile } from 'node:fs/promises';
import { loadTranscriptFile } from '../../datasets/index.ts';
import {
  BenchError,
  type Fact,
  type Json,
  type Message,
  type OpenAiChat,
  parseOpenAiChat,
  type ReportedUsage,
  type ToolSchema,
} from '../../harness/index.ts';

/** A file to compact. `chat` is null for a transcript of our own; `facts` is null where there are none. */
export interface CompactInput {
  file: string;
  messages: readonly Message[];
  tools: readonly ToolSchema[];
  usage: readonly ReportedUsage[] | null;
  pins: readonly string[];
  facts: readonly Fact[] | null;
  chat: OpenAiChat | null;
}

/** Reads a transcript of our own, or a list of OpenAI chat messages. Throws E_IMPORT or E_DATASET with every problem. */
export async function loadInput(file: string): Promise<CompactInput> {
  const value = await readJson(file);
  if (!Array.isArray(value)) {
    const { messages, tools, usage, pins, facts } = await loadTranscriptFile(file);
    const known = facts.length > 0 ? facts : null;
    return { file, messages, tools, usage, pins, facts: known, chat: null };
  }
  const chat = parseOpenAiChat(value, file);
  return { file, messages: chat.messages, tools: [], usage: null, pins: [], facts: null, chat };
}

async function readJson(file: string): Promise<Json> {
  const fail = (message: string, remedy: string) =>
    new BenchError({ code: 'E_IMPORT', place: file, message, remedy });
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT'
      ? fail('The file does not exist.', 'Check the path.')
      : fail(`The file cannot be read (${code ?? 'unknown'}).`, 'Name a file that you may read.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Json;
  } catch (error) {
    throw fail(`The file is not JSON in UTF-8: ${(error as Error).message}.`, 'Mend the file.');
  }
}
