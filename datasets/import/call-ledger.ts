import type { Tally } from './report.ts';

/** Matches results to calls while a conversation streams by; holds ids only. */
export interface CallLedger {
  /** The id of a call: its own, a numbered one where it has none, or a suffixed one where it was used before. */
  call(sourceId: string | null, name: string): string;
  /** Id and tool name of a result. */
  result(result: { callId: string | null; name: string | null; place: string }): {
    callId: string;
    name: string | null;
  };
  /** Tallies the calls that never got a result. */
  close(): void;
}

interface OpenCall {
  callId: string;
  name: string;
}

/** A ledger with no calls. Oddities go to the tally: duplicate ids, results without a call, calls without a result. */
export function createCallLedger(tally: Tally): CallLedger {
  const open = new Map<string, OpenCall[]>();
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  let unnamed = 0;

  function findOpen(sourceId: string | null, name: string | null): OpenCall | undefined {
    if (sourceId !== null) return open.get(sourceId)?.shift();
    for (const waiting of open.values()) {
      const at = waiting.findIndex((call) => name === null || call.name === name);
      if (at >= 0) return waiting.splice(at, 1)[0];
    }
    return undefined;
  }

  return {
    call(sourceId, name) {
      unnamed += sourceId === null ? 1 : 0;
      const key = sourceId ?? `call-${unnamed}`;
      const used = (uses.get(key) ?? 0) + 1;
      uses.set(key, used);
      const callId = used === 1 ? key : `${key}#${used}`;
      if (used > 1) tally.repair('duplicate-call-id', key);
      open.set(key, [...(open.get(key) ?? []), { callId, name }]);
      names.set(key, name);
      return callId;
    },
    result({ callId, name, place }) {
      const call = findOpen(callId, name);
      if (call !== undefined) {
        if (callId !== null && open.get(callId)?.length === 0) open.delete(callId);
        return { callId: call.callId, name: name ?? call.name };
      }
      const known = callId === null ? undefined : names.get(callId);
      tally.repair(known === undefined ? 'orphan-result-kept' : 'second-result-kept', place);
      return { callId: callId ?? 'unknown', name: name ?? known ?? null };
    },
    close() {
      for (const waiting of open.values()) {
        for (const call of waiting) tally.repair('call-without-result-kept', call.callId);
      }
    },
  };
}
