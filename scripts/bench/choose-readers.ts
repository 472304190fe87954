import {
  createLexicalReader,
  createModelReader,
  type ModelClient,
  type Reader,
} from '../../harness/index.ts';
import type { RunSettings } from './settings.ts';

/** Readers of a run: all of them, and those that ask no model. */
export interface ChosenReaders {
  all: Reader[];
  modelFree: Reader[];
}

/** Makes the readers that the settings name; where they name none, `lexical` and those of `clients`. */
export function chooseReaders(
  settings: RunSettings,
  clients: readonly ModelClient[],
): ChosenReaders {
  const lexical = settings.readers === null || settings.readers.includes('lexical');
  const modelFree = lexical ? [createLexicalReader()] : [];
  return { all: [...modelFree, ...clients.map((client) => createModelReader(client))], modelFree };
}
