import {
  CARRIERS,
  FACT_KINDS,
  factPosition,
  type TokenCounter,
  type Transcript,
} from '../../harness/index.ts';

/** Classes of size, by o200k tokens of messages and tools: short up to 5,000, medium up to 40,000, long up to 120,000, beyond that huge. */
export const SIZE_CLASSES = ['short', 'medium', 'long', 'huge'] as const;

/** One of {@link SIZE_CLASSES}. */
export type SizeClass = (typeof SIZE_CLASSES)[number];

const TENTHS = 10;
const UPPER: readonly [SizeClass, number][] = [
  ['short', 5_000],
  ['medium', 40_000],
  ['long', 120_000],
];

/** One transcript of the balance. `tokens` by the primary counter, messages and tools; `kinds` is how many kinds its facts have. */
export interface TranscriptRow {
  id: string;
  dataset: string;
  domain: string;
  split: string;
  source: string;
  sizeClass: SizeClass;
  tokens: number;
  messages: number;
  facts: number;
  kinds: number;
}

/** How facts are spread: counts by name, every name present even at 0. `positions` are tenths of the messages, 1 to 10, of a fact's earliest evidence. */
export interface Balance {
  transcripts: TranscriptRow[];
  facts: number;
  kinds: Record<string, number>;
  carriers: Record<string, number>;
  positions: Record<string, number>;
  splits: Record<string, { transcripts: number; facts: number }>;
  sizes: Record<string, { transcripts: number; facts: number }>;
}

/** Counts facts by kind, carrier, position, split and size class. Absent facts have no carrier and no position. */
export function summarizeBalance(
  transcripts: readonly Transcript[],
  counter: TokenCounter,
): Balance {
  const rows = transcripts.map((transcript) => describe(transcript, counter));
  const facts = transcripts.flatMap((transcript) =>
    transcript.facts.map((fact) => ({ fact, tenth: factPosition(fact, transcript) })),
  );
  const tenths = Array.from({ length: TENTHS }, (_, index) => String(index + 1));
  const group = (names: readonly string[], nameOf: (row: TranscriptRow) => string) =>
    Object.fromEntries(
      names.map((name) => {
        const members = rows.filter((row) => nameOf(row) === name);
        const count = members.reduce((sum, row) => sum + row.facts, 0);
        return [name, { transcripts: members.length, facts: count }];
      }),
    );
  return {
    transcripts: rows,
    facts: facts.length,
    kinds: countBy(FACT_KINDS, facts, ({ fact }) => fact.kind),
    carriers: countBy(CARRIERS, facts, ({ fact }) =>
      fact.kind === 'absent' ? null : fact.carrier,
    ),
    positions: countBy(tenths, facts, ({ tenth }) => (tenth === null ? null : String(tenth))),
    splits: group(['dev', 'held-out'], (row) => row.split),
    sizes: group(SIZE_CLASSES, (row) => row.sizeClass),
  };
}

/** Size class of a number of tokens. */
export function sizeClassOf(tokens: number): SizeClass {
  return UPPER.find(([, limit]) => tokens <= limit)?.[0] ?? 'huge';
}

function describe(transcript: Transcript, counter: TokenCounter): TranscriptRow {
  const tokens = counter.count(transcript.messages, transcript.tools);
  return {
    id: transcript.id,
    dataset: transcript.dataset,
    domain: transcript.domain,
    split: transcript.split,
    source: transcript.source.kind,
    sizeClass: sizeClassOf(tokens),
    tokens,
    messages: transcript.messages.length,
    facts: transcript.facts.length,
    kinds: new Set(transcript.facts.map((fact) => fact.kind)).size,
  };
}

function countBy<T>(
  names: readonly string[],
  items: readonly T[],
  nameOf: (item: T) => string | null,
): Record<string, number> {
  return Object.fromEntries(
    names.map((name) => [name, items.filter((item) => nameOf(item) === name).length]),
  );
}
