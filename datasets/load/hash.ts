import { canonicalJson, type Fact, sha256Hex } from '../../harness/index.ts';

export { transcriptHash as hashTranscript } from '../../harness/index.ts';

/** sha256 (hex) of what took part of a dataset: name, version, and of each transcript its id, hash, split and facts. */
export function hashDataset(dataset: {
  name: string;
  version: string;
  transcripts: readonly { id: string; hash: string; split: string; facts: readonly Fact[] }[];
}): string {
  const transcripts = dataset.transcripts.map(({ id, hash, split, facts }) => ({
    id,
    hash,
    split,
    facts: sha256Hex(canonicalJson(facts)),
  }));
  transcripts.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return sha256Hex(canonicalJson({ name: dataset.name, version: dataset.version, transcripts }));
}
