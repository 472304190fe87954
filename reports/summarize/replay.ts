import { mean } from 'simple-statistics';
import { FACT_KINDS, type FactInfo } from '../../harness/index.ts';
import { meanOverTranscripts } from './averages.ts';
import { groupKey, groupOf } from './groups.ts';
import type { DecayRow, SessionRow } from './report-types.ts';
import { withContext } from './summary-rows.ts';
import type { CellRow, SummaryGroup } from './types.ts';

interface Session {
  group: SummaryGroup;
  rows: CellRow[];
}

/** Replayed sessions by group: every round, not the last one alone. */
function sessionsOf(cells: readonly CellRow[]): Session[] {
  const sessions = new Map<string, Session>();
  for (const row of cells) {
    if (row.record.mode !== 'replay') continue;
    const group = groupOf(row.record, row.reader);
    const session = sessions.get(groupKey(group)) ?? { group, rows: [] };
    session.rows.push(row);
    sessions.set(groupKey(group), session);
  }
  return [...sessions.values()];
}

/** Survival, recall, stale answers and structure after each round, over the sessions that got that far. */
export function summarizeDecay(cells: readonly CellRow[]): DecayRow[] {
  return sessionsOf(cells).flatMap(({ group, rows }) => {
    const firstFacts = firstRoundFacts(rows);
    const rounds = [...new Set(rows.map((row) => row.record.round))].filter((round) => round > 0);
    return rounds
      .sort((a, b) => a - b)
      .map((round) => {
        const own = withContext(rows.filter((row) => row.record.round === round));
        return {
          group,
          round,
          transcripts: new Set(own.map((row) => row.record.transcript)).size,
          survival: meanOverTranscripts(own, (row) => row.compaction.survival),
          recall: meanOverTranscripts(own, (row) => row.probes.recall),
          staleRate: meanOverTranscripts(own, (row) =>
            row.probes.stale === null ? null : row.probes.stale / row.probes.staleAsked,
          ),
          violations: own.reduce((sum, row) => sum + row.record.violations.length, 0),
          firstRoundSurvival: meanOverTranscripts(own, (row) =>
            shareSurviving(row, firstFacts.get(row.record.compactionKey) ?? new Set()),
          ),
        };
      });
  });
}

/** Ids of the facts that had been told before the first compaction, by session. */
function firstRoundFacts(rows: readonly CellRow[]): Map<string, Set<string>> {
  const facts = new Map<string, Set<string>>();
  for (const { record } of rows) {
    if (record.round !== 1) continue;
    const told = record.survival.filter((fact) => fact.survived !== null);
    facts.set(record.compactionKey, new Set(told.map((fact) => fact.factId)));
  }
  return facts;
}

function shareSurviving(row: CellRow, ids: ReadonlySet<string>): number | null {
  const own = row.record.survival.filter((fact) => ids.has(fact.factId) && fact.survived !== null);
  return own.length === 0 ? null : own.filter((fact) => fact.survived).length / own.length;
}

/** Compactions, tokens sent over the session against no compaction, and the round at which each kind falls off. */
export function summarizeSessions(
  cells: readonly CellRow[],
  facts: ReadonlyMap<string, FactInfo>,
): SessionRow[] {
  return sessionsOf(cells).map(({ group, rows }) => {
    const last = new Map(rows.map((row) => [row.record.compactionKey, row]));
    const sessions = [...last.values()];
    const total = (name: string) => {
      const values = sessions
        .map((row) => row.record.extra[name])
        .filter((v) => typeof v === 'number');
      return values.length === 0 ? null : mean(values);
    };
    return {
      group,
      transcripts: new Set(sessions.map((row) => row.record.transcript)).size,
      compactions: mean(sessions.map((row) => row.record.round)),
      tokensSent: total('tokensSent'),
      tokensSentUncompacted: total('tokensSentUncompacted'),
      cliffs: cliffsOf(rows, facts),
    };
  });
}

function cliffsOf(rows: readonly CellRow[], facts: ReadonlyMap<string, FactInfo>) {
  const first = firstRoundFacts(rows);
  const rounds = [...new Set(rows.map((row) => row.record.round))].sort((a, b) => a - b);
  return FACT_KINDS.flatMap((kind) => {
    const ofKind = new Map(
      [...first].map(([key, ids]) => [
        key,
        new Set([...ids].filter((id) => facts.get(id)?.kind === kind)),
      ]),
    );
    const fallen = rounds.find((round) => {
      const own = withContext(rows.filter((row) => row.record.round === round));
      const share = meanOverTranscripts(own, (row) =>
        shareSurviving(row, ofKind.get(row.record.compactionKey) ?? new Set()),
      );
      return share !== null && share < 0.5;
    });
    return fallen === undefined ? [] : [{ kind, round: fallen }];
  });
}
