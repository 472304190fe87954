import type { PlannedCell } from '../types/cell.ts';
import type { Fact } from '../types/fact.ts';
import type { FactInfo, PlannedIdentity, RunStarted } from '../types/record.ts';
import type { Transcript } from '../types/transcript.ts';
import { factPosition } from './played.ts';

/** Longest quote that a header holds. */
const QUOTE_CHARACTERS = 200;

/** The part of a run's header that follows from its cells: keys, cells in plan order, facts, and kinds of agents. */
export function planHeader(
  cells: readonly PlannedCell[],
): Required<Pick<RunStarted, 'plannedKeys' | 'plannedCells' | 'facts' | 'agents'>> {
  const transcripts = [
    ...new Map(cells.map(({ transcript }) => [transcript.id, transcript])).values(),
  ];
  return {
    plannedKeys: cells.map((cell) => cell.compactionKey).sort(),
    plannedCells: cells.map(plannedIdentity),
    facts: transcripts.flatMap(factInfos),
    agents: [...new Set(transcripts.map(({ agent }) => agent))].sort(),
  };
}

function plannedIdentity(cell: PlannedCell): PlannedIdentity {
  const { compactor, transcript, models, budget, budgets } = cell;
  return {
    compactionKey: cell.compactionKey,
    compactor: compactor.name,
    role: compactor.role,
    model: models.main?.info.id ?? null,
    smallModel: models.small?.info.id ?? null,
    tier: models.main?.info.tier ?? null,
    transcript: transcript.id,
    split: transcript.split,
    source: transcript.source.kind,
    mode: cell.mode,
    budgetRatio: budget.ratio,
    targetTokens: budget.targetTokens,
    attemptMs: budgets.attemptMs,
    totalMs: budgets.totalMs,
    fault: cell.fault,
    trial: cell.trial,
  };
}

/** What a report says of each fact of a transcript. */
export function factInfos(transcript: Transcript): FactInfo[] {
  return transcript.facts.map((fact) => factInfo(fact, transcript));
}

function factInfo(fact: Fact, transcript: Transcript): FactInfo {
  const quote = fact.kind === 'absent' ? null : (fact.evidence[0]?.quote ?? null);
  return {
    id: fact.id,
    transcript: transcript.id,
    kind: fact.kind,
    carrier: fact.kind === 'absent' ? null : fact.carrier,
    position: factPosition(fact, transcript),
    statement: fact.statement,
    quote: quote === null ? null : [...quote].slice(0, QUOTE_CHARACTERS).join(''),
  };
}
