import type { CorpusItem } from './corpus.ts';
import { createRedactor } from './redactor.ts';

/** What the redactor did on a corpus: counts, rates in [0, 1], and each text that came out wrong. */
export interface RedactionMeasure {
  secrets: number;
  found: number;
  recall: number;
  lookAlikes: number;
  falsePositives: number;
  falsePositiveRate: number;
  missed: CorpusItem[];
  overzealous: { item: CorpusItem; output: string }[];
}

/** Runs a fresh redactor over each text alone, so that no text helps another. */
export async function measureRedaction(corpus: readonly CorpusItem[]): Promise<RedactionMeasure> {
  const missed: CorpusItem[] = [];
  const overzealous: { item: CorpusItem; output: string }[] = [];
  for (const item of corpus) {
    const redactor = createRedactor();
    await redactor.scan(item.text);
    const output = await redactor.apply(item.text, 'corpus');
    if (item.secret !== null && output.includes(item.secret)) missed.push(item);
    if (item.secret === null && output !== item.text) overzealous.push({ item, output });
  }
  const secrets = corpus.filter((item) => item.secret !== null).length;
  const lookAlikes = corpus.length - secrets;
  return {
    secrets,
    found: secrets - missed.length,
    recall: (secrets - missed.length) / secrets,
    lookAlikes,
    falsePositives: overzealous.length,
    falsePositiveRate: overzealous.length / lookAlikes,
    missed,
    overzealous,
  };
}
