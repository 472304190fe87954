import { CAUSES } from '../../harness/index.ts';
import type { CauseRow } from './report-types.ts';
import type { RunData } from './types.ts';

/** Causes by compactor, model and fault over all rounds: as the last one of a failure or fallback, and seen at all. */
export function summarizeCauses(data: RunData): CauseRow[] {
  const rows = new Map<string, CauseRow>();
  const cells = new Map<string, number>();
  const scope = (record: { compactor: string; model: string | null; fault: string }) =>
    JSON.stringify([record.compactor, record.model, record.fault]);
  for (const record of data.compacted) {
    const key = scope(record);
    cells.set(key, (cells.get(key) ?? 0) + 1);
    const { compactor, model, fault } = record;
    const at = (cause: string): CauseRow => {
      const id = `${key} ${cause}`;
      const zero = { compactor, model, fault, cause, failed: 0, fallback: 0, seen: 0, cells: 0 };
      const row = rows.get(id) ?? zero;
      rows.set(id, row);
      return row;
    };
    if (record.cause !== null && record.status === 'failed') at(record.cause).failed += 1;
    if (record.cause !== null && record.status === 'fallback') at(record.cause).fallback += 1;
    for (const cause of causesSeen(record)) at(cause).seen += 1;
  }
  const order: readonly string[] = CAUSES;
  return [...rows.values()]
    .map((row) => ({ ...row, cells: cells.get(scope(row)) ?? 0 }))
    .sort(
      (a, b) =>
        compareScopes(a, b, [...cells.keys()], scope) ||
        order.indexOf(a.cause) - order.indexOf(b.cause),
    );
}

function compareScopes(
  a: CauseRow,
  b: CauseRow,
  keys: string[],
  scope: (row: CauseRow) => string,
): number {
  return keys.indexOf(scope(a)) - keys.indexOf(scope(b));
}

/** Each cause that one compaction met, once: in its status, its steps, its calls and its verdicts. */
function causesSeen(record: RunData['compacted'][number]): Set<string> {
  const causes = new Set<string>();
  if (record.cause !== null) causes.add(record.cause);
  for (const step of record.steps) if (step.cause !== null) causes.add(step.cause);
  for (const call of record.calls) if (call.cause !== null) causes.add(call.cause);
  for (const [cause, count] of Object.entries(record.verdicts?.faults ?? {})) {
    if (count > 0) causes.add(cause);
  }
  return causes;
}
