import type { CompactionEvent, CompactionRequest } from '../../harness/index.ts';

/** Tells the listener of a request about progress. It can neither fail nor delay the compaction. */
export function emitEvent(
  request: Pick<CompactionRequest, 'onEvent'>,
  event: CompactionEvent,
): void {
  runDetached(() => request.onEvent?.(event));
}

/** Calls a hook of somebody else: what it throws, and what it rejects later, is dropped. */
export function runDetached(hook: () => unknown): void {
  try {
    Promise.resolve(hook()).catch(() => {});
  } catch {
    // A listener's fault is not the compaction's.
  }
}
