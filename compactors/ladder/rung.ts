import type { Cause, CompactionRequest, ModelClient, Step } from '../../harness/index.ts';
import { emitEvent } from '../delegate/emit.ts';
import { type AttemptOptions, type AttemptOutcome, attemptSummary } from './attempt.ts';
import type { LadderSettings } from './settings.ts';
import type { WorkItem } from './work.ts';

/** A summarizer of the ladder. */
export interface Rung {
  name: 'small' | 'main';
  client: ModelClient;
}

/** Summarizers in the order in which they are tried; the small one only where it is another model than the main one. */
export function rungsOf(request: CompactionRequest): Rung[] {
  const { main, small } = request.models ?? {};
  if (!main) return [];
  const isOwn = small !== undefined && small !== main && small.info.id !== main.info.id;
  return [
    ...(isOwn ? [{ name: 'small' as const, client: small }] : []),
    { name: 'main' as const, client: main },
  ];
}

/** What a rung came to, with its step. */
export type RungOutcome =
  | { status: 'done'; work: WorkItem[]; spanText: string; step: Step }
  | { status: 'failed'; step: Step & { cause: Cause } }
  | { status: 'cancelled'; step: Step };

/** What a rung needs. `apply` makes the new work of a summary, null where it is not smaller; `isSpent` = no attempt may start. */
export interface RungOptions {
  request: CompactionRequest;
  rung: Rung;
  settings: LadderSettings;
  attempt: Omit<AttemptOptions, 'request' | 'client' | 'settings' | 'onDelta'>;
  apply(outcome: Extract<AttemptOutcome, { status: 'summarized' }>): WorkItem[] | null;
  isSpent(): boolean;
}

/**
 * Attempts of one summarizer in one pass: up to `maxAttempts`, with a growing wait between, while the failure is transient. Anything else
 * (a timeout, an overflow, a bad answer) ends the rung at once.
 */
export async function runRung(options: RungOptions): Promise<RungOutcome> {
  const { request, rung, settings } = options;
  const startMs = request.clock.now();
  let attempts = 0;
  const step = (cause: Cause | null, detail: string | null): Step => ({
    rung: rung.name,
    attempts,
    cause,
    detail,
    durationMs: request.clock.now() - startMs,
  });
  const fail = (cause: Cause, detail: string | null): RungOutcome => ({
    status: 'failed',
    step: { ...step(cause, detail), cause },
  });

  for (;;) {
    if (options.isSpent()) return fail('timeout-total', null);
    attempts += 1;
    emitEvent(request, { type: 'attempt', rung: rung.name, attempt: attempts });
    const outcome = await attemptSummary({
      ...options.attempt,
      request,
      client: rung.client,
      settings,
      onDelta: (text) => emitEvent(request, { type: 'delta', rung: rung.name, text }),
    });
    if (outcome.status === 'cancelled') return { status: 'cancelled', step: step(null, null) };
    if (outcome.status === 'summarized') {
      const work = options.apply(outcome);
      if (work === null) return fail('not-smaller', null);
      emitEvent(request, { type: 'done', rung: rung.name });
      return { status: 'done', work, spanText: outcome.spanText, step: step(null, null) };
    }
    const { cause, detail } = outcome;
    if (cause !== 'transient' || attempts >= settings.maxAttempts) return fail(cause, detail);
    const waitMs = settings.baseBackoffMs * attempts;
    emitEvent(request, { type: 'retry', rung: rung.name, attempt: attempts, waitMs, cause });
    try {
      await request.clock.sleep(waitMs, request.signal);
    } catch {
      return { status: 'cancelled', step: step(null, null) };
    }
  }
}
