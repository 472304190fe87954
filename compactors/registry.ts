import {
  BenchError,
  type Compactor,
  closestName,
  type Fact,
  type JsonObject,
} from '../harness/index.ts';
import { dropAllEntry } from './controls/drop-all.ts';
import { identityEntry } from './controls/identity.ts';
import { oracleKeepEntry } from './controls/oracle-keep.ts';
import { randomKeepEntry } from './controls/random-keep.ts';
import { tailEntry } from './controls/tail.ts';
import type { CompactorEntry } from './entry.ts';
import { ladderEntry } from './ladder/entry.ts';
import { pruneThenSlideEntry } from './prune-then-slide.ts';
import { slidingWindowEntry } from './sliding-window.ts';
import { summaryAmnesiaEntry, summaryEntry, summaryNaiveEntry } from './summary/entries.ts';
import { summaryRollingEntry } from './summary-rolling/entry.ts';
import { toolResultPruningEntry } from './tool-result-pruning.ts';
import {
  verdictsBm25Entry,
  verdictsEmbedEntry,
  verdictsFreeEntry,
  verdictsJsonEntry,
  verdictsOneEntry,
  verdictsSchemaEntry,
} from './verdicts/entries.ts';

/** Every compactor, in the order in which reports and docs list them: strategies, variants, controls. */
export const COMPACTORS: readonly CompactorEntry[] = [
  slidingWindowEntry,
  toolResultPruningEntry,
  pruneThenSlideEntry,
  summaryEntry,
  summaryRollingEntry,
  verdictsFreeEntry,
  verdictsJsonEntry,
  verdictsSchemaEntry,
  verdictsOneEntry,
  verdictsEmbedEntry,
  verdictsBm25Entry,
  ladderEntry,
  summaryAmnesiaEntry,
  summaryNaiveEntry,
  identityEntry,
  dropAllEntry,
  randomKeepEntry,
  tailEntry,
  oracleKeepEntry,
];

/** Names of all compactors, in registry order. */
export function compactorNames(): string[] {
  return COMPACTORS.map((entry) => entry.name);
}

/** The entry of a name. Throws E_COMPACTOR, with the name that was most likely meant. */
export function compactorEntry(name: string): CompactorEntry {
  const entry = COMPACTORS.find((candidate) => candidate.name === name);
  if (entry) return entry;
  const close = closestName(name, compactorNames());
  throw new BenchError({
    code: 'E_COMPACTOR',
    message: `There is no compactor "${name}".`,
    place: 'compactor',
    remedy: `${close ? `Did you mean "${close}"? ` : ''}Known: ${compactorNames().join(', ')}.`,
  });
}

/** What {@link createCompactor} takes. `label` names the instance where one compactor takes part with several settings. */
export interface CompactorSpec {
  name: string;
  params?: JsonObject;
  label?: string;
  facts?: readonly Fact[] | null;
}

/** A compactor by name, its settings parsed. Throws E_COMPACTOR for an unknown name and, all at once, for each bad setting. */
export function createCompactor({
  name,
  params = {},
  label,
  facts = null,
}: CompactorSpec): Compactor {
  return compactorEntry(name).create(params, facts, label);
}
