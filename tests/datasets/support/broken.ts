import type { Fact, StatedFact, SupersededFact } from '../../../harness/index.ts';
import type { SmallDataset } from './small-dataset.ts';

/** Files of the small dataset. */
export const TRANSCRIPT = 'small-ops.transcript.json';
/** See {@link TRANSCRIPT}. */
export const FACTS = 'small-ops.facts.json';

/** One way to break the small dataset, and what the check must say. */
export interface Broken {
  name: string;
  change?: (dataset: SmallDataset) => void;
  /** Breaks what is on disk. */
  damage?: (folder: string) => Promise<void>;
  /** False where the wrong hash is the point. */
  hash?: boolean;
  place: string;
  reason: string | RegExp;
}

/** A fact of the small dataset. */
export const fact = (dataset: SmallDataset, id: string): Fact => {
  const found = dataset.facts.facts.find((item) => item.id === `small-ops-${id}`);
  if (found === undefined) throw new Error(`no fact ${id}`);
  return found;
};
/** A fact with evidence. */
export const stated = (dataset: SmallDataset, id: string): StatedFact =>
  fact(dataset, id) as StatedFact;
/** The superseded fact. */
export const changed = (dataset: SmallDataset): SupersededFact =>
  fact(dataset, 'lease-value') as SupersededFact;
/** Place of a fact. */
export const at = (id: string): string => `${FACTS} small-ops-${id}`;
/** Adds to the text of a message. */
export const say = (dataset: SmallDataset, index: number, text: string): void => {
  const block = dataset.transcript.messages[index]?.content[0];
  if (block?.type !== 'text') throw new Error('no text there');
  block.text += text;
};
