import { BenchError, type Problem } from '../errors.ts';
import { mergeHeaders, type RunLog } from '../log/index.ts';
import type { CompactedRecord, RunStarted } from '../types/record.ts';

/** What an earlier part of a run has done. */
export interface DoneWork {
  /** Records by compaction key, rounds rising. */
  compactions: Map<string, CompactedRecord[]>;
  gradeKeys: Set<string>;
}

/** Reads from a log's settled records what need not be done again. */
export function doneWork(log: RunLog): DoneWork {
  const compactions = new Map<string, CompactedRecord[]>();
  const gradeKeys = new Set<string>();
  for (const record of log.records) {
    if (record.type === 'graded') gradeKeys.add(record.gradeKey);
    if (record.type !== 'compacted') continue;
    const rounds = compactions.get(record.compactionKey) ?? [];
    rounds.push(record);
    compactions.set(record.compactionKey, rounds);
  }
  for (const rounds of compactions.values()) rounds.sort((a, b) => a.round - b.round);
  return { compactions, gradeKeys };
}

/**
 * Throws E_RECORD, all problems at once, where a log was written by other sources, with other keys, or for another plan:
 * its figures and the new ones would not be of one run.
 */
export function checkResumable(log: RunLog, header: RunStarted): void {
  const former = mergeHeaders(log.records.filter((record) => record.type === 'run_started'));
  if (former === null) return;
  const problems: Problem[] = [];
  const differs = (message: string): void => {
    const remedy = 'Start a new run in another folder.';
    problems.push({ code: 'E_RECORD', place: log.dir, message, remedy });
  };
  if (former.keyVersion !== header.keyVersion) {
    differs(
      `the log's keys are version ${former.keyVersion}, this program's ${header.keyVersion}.`,
    );
  }
  if (former.sourceHash !== header.sourceHash) {
    differs(
      `the log was written by sources ${former.sourceHash.slice(0, 12)}, these are ${header.sourceHash.slice(0, 12)}.`,
    );
  }
  const planned = new Set(header.plannedKeys);
  const gone = former.plannedKeys.filter((key) => !planned.has(key)).length;
  const added = header.plannedKeys.length - (former.plannedKeys.length - gone);
  if (gone > 0 || added > 0) {
    differs(
      `the plan differs: ${gone} cells of the log are not in it, ${added} of its cells are not in the log's plan.`,
    );
  }
  if (problems.length > 0) throw new BenchError(problems);
}
