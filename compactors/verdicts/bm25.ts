import MiniSearch from 'minisearch';
import type { CompactionRequest, CompactionResult } from '../../harness/index.ts';
import { localStep } from '../outcome.ts';
import { type Part, scoringQuery } from './parts.ts';
import { prepareVerdicts } from './prepare.ts';
import { concludeRanked, verdictsOfScores } from './ranked.ts';
import { createTally } from './report.ts';
import type { ScoredSettings } from './settings.ts';

/** Ranks each unit by BM25 against the current task and its newest step, with no model. */
export async function compactByBm25(
  request: CompactionRequest,
  settings: ScoredSettings,
): Promise<CompactionResult> {
  const prepared = prepareVerdicts(request, settings);
  if (prepared.status !== 'ready') return prepared;
  const tally = createTally(prepared.parts);
  const scores = bm25Scores(prepared.parts, scoringQuery(request));
  for (const [id, score] of scores) tally.scores.set(id, score);
  const { threshold } = settings;
  const verdicts = verdictsOfScores({ request, prepared, scores, threshold });
  for (const [id, verdict] of verdicts) tally.verdicts.set(id, verdict);
  tally.asked = prepared.parts.length;
  return concludeRanked({ request, prepared, tally, step: localStep('verdicts') });
}

/** BM25 of each part as a share of the best one, in [0, 1]; 0 where it shares no word with the query. */
export function bm25Scores(parts: readonly Part[], query: string): Map<string, number> {
  const index = new MiniSearch<Pick<Part, 'id' | 'text'>>({ fields: ['text'], idField: 'id' });
  index.addAll(parts.map(({ id, text }) => ({ id, text })));
  const found = index.search(query, { combineWith: 'OR' });
  const best = found[0]?.score ?? 0;
  const scores = new Map<string, number>(parts.map(({ id }) => [id, 0]));
  if (best > 0) for (const hit of found) scores.set(hit.id as string, hit.score / best);
  return scores;
}
