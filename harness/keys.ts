import { hashJson, transcriptHash } from './hash.ts';
import type { CellModels, Mode, PlannedCell } from './types/cell.ts';
import type { Fact } from './types/fact.ts';
import type { Grader, QuestionForm, Reader } from './types/grade.ts';
import type { ModelClient } from './types/model.ts';
import type { Transcript } from './types/transcript.ts';

/** Version of the three keys. It changes whenever a key of an unchanged cell would change; keys of two versions are never compared. */
export const KEY_VERSION = 'k1';

/** Digits of the hash in a key. */
const KEY_DIGITS = 32;

const transcriptHashes = new WeakMap<Transcript, string>();
const factHashes = new WeakMap<readonly Fact[], string>();

function key(kind: 'c' | 'g' | 'p', value: unknown): string {
  return `${KEY_VERSION}${kind}-${hashJson(value).slice(0, KEY_DIGITS)}`;
}

function contentHash(transcript: Transcript): string {
  const known = transcriptHashes.get(transcript);
  if (known !== undefined) return known;
  const hash = transcriptHash(transcript);
  transcriptHashes.set(transcript, hash);
  return hash;
}

/** SHA-256 over a transcript's facts, in their order. */
export function factHash(facts: readonly Fact[]): string {
  const known = factHashes.get(facts);
  if (known !== undefined) return known;
  const hash = hashJson(facts);
  factHashes.set(facts, hash);
  return hash;
}

function modelPart(client: ModelClient | null) {
  if (client === null) return null;
  const { id, digest, contextTokens, settings, recordingsHash } = client.info;
  return { id, digest, contextTokens, settings, recordingsHash };
}

/** What a compaction key is made of: all that changes the compacted context. */
export type CompactionKeyInput = Omit<PlannedCell, 'compactionKey' | 'pairKey'> & {
  models: CellModels;
};

/**
 * Key of a compaction, for resume and caching: `k1c-` and 32 hex digits. Two cells share it only where they must give the same context.
 * Holds neither facts (an oracle's params hold their hash) nor readers, concurrency, transport retries or a base URL.
 */
export function compactionKey(cell: CompactionKeyInput): string {
  return key('c', {
    task: cell.transcript.id,
    transcript: contentHash(cell.transcript),
    compactor: cell.compactor.name,
    compactorVersion: cell.compactor.version,
    params: cell.compactor.params,
    targetTokens: cell.budget.targetTokens,
    windowTokens: cell.windowTokens,
    force: true,
    hook: cell.hook,
    budgets: cell.budgets,
    main: modelPart(cell.models.main),
    small: modelPart(cell.models.small),
    virtualSpeed: cell.virtualSpeed,
    counter: cell.counterName,
    mode: cell.mode,
    fault: cell.fault,
    trial: cell.trial,
    seed: cell.seed,
  });
}

/** What a grade key is made of. */
export interface GradeKeyInput {
  compactionKey: string;
  round: number;
  reader: Pick<Reader, 'id' | 'digest' | 'promptHash'>;
  facts: readonly Fact[];
  graders: readonly Pick<Grader, 'id' | 'judge'>[];
  questionForms: readonly QuestionForm[];
}

/** Key of all grades of one context by one reader: `k1g-` and 32 hex digits. */
export function gradeKey(input: GradeKeyInput): string {
  return key('g', {
    compaction: input.compactionKey,
    round: input.round,
    reader: {
      id: input.reader.id,
      digest: input.reader.digest,
      promptHash: input.reader.promptHash,
    },
    facts: factHash(input.facts),
    graders: input.graders.map(({ id, judge }) => ({ id, judge: judge ?? null })),
    questionForms: input.questionForms,
  });
}

/** What a pair key is made of: names only, so that a changed compactor meets its former self. `model` and `smallModel` are model names. */
export interface PairKeyInput {
  transcript: string;
  compactor: string;
  model: string | null;
  smallModel: string | null;
  /** Reader id; null on a compaction, which no reader has seen. */
  reader: string | null;
  budgetRatio: number | null;
  targetTokens: number;
  mode: Mode;
  round: number;
  fault: string;
  trial: number;
}

/** Key by which compare and gate pair two runs: `k1p-` and 32 hex digits. No version, no params, no code. A ratio stands for the budget where there is one. */
export function pairKey(input: PairKeyInput): string {
  return key('p', {
    transcript: input.transcript,
    compactor: input.compactor,
    model: input.model,
    smallModel: input.smallModel,
    reader: input.reader,
    budget:
      input.budgetRatio === null ? { tokens: input.targetTokens } : { ratio: input.budgetRatio },
    mode: input.mode,
    round: input.round,
    fault: input.fault,
    trial: input.trial,
  });
}

/** What of a pair key follows from a cell alone; its rounds and readers add theirs. */
export function pairParts(
  cell: Omit<PlannedCell, 'compactionKey' | 'pairKey'>,
): Omit<PairKeyInput, 'reader' | 'round'> {
  return {
    transcript: cell.transcript.id,
    compactor: cell.compactor.name,
    model: cell.models.main?.info.name ?? null,
    smallModel: cell.models.small?.info.name ?? null,
    budgetRatio: cell.budget.ratio,
    targetTokens: cell.budget.targetTokens,
    mode: cell.mode,
    fault: cell.fault,
    trial: cell.trial,
  };
}
