import { createLexicalReader, type Reader } from '../../harness/index.ts';
import type { ChosenModels } from './choose-models.ts';
import type { RunSettings } from './settings.ts';

/** Readers of a run: all of them, and those that ask no model. */
export interface ChosenReaders {
  all: Reader[];
  modelFree: Reader[];
}

/** Makes the readers that the settings name, or `lexical` and those that fit the models. */
export async function chooseReaders(
  _settings: RunSettings,
  _models: ChosenModels,
): Promise<ChosenReaders> {
  const lexical = createLexicalReader();
  return { all: [lexical], modelFree: [lexical] };
}
