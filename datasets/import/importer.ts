import type { Tally } from './report.ts';
import type { ConversationSink } from './sink.ts';
import type { ImportSource, Probe } from './source.ts';

/** What an importer writes to: one sink a conversation, and the tally of what it left out. */
export interface ImportTarget {
  tally: Tally;
  /** Starts a conversation. `name` tells several of one file apart; null where the file holds just one. */
  conversation(name: string | null): ConversationSink;
}

/** One foreign format. */
export interface Importer {
  /** Name for `--format`. */
  format: string;
  /** What it reads and where its knowledge comes from: a real recording, or the format's documentation only. */
  source: 'recording' | 'documentation';
  /** True where a file of this outer shape and sample is of this format; the first importer that says so is taken. */
  matches(probe: Probe): boolean;
  /** Reads the file into the target. */
  read(source: ImportSource, target: ImportTarget): Promise<void>;
}
