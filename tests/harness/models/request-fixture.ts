import { createVirtualClock } from '../../../harness/clock/virtual.ts';
import type { GenerateRequest } from '../../../harness/types/model.ts';

/** A request for tests, on a virtual clock of its own unless one is given. */
export function makeRequest(overrides: Partial<GenerateRequest> = {}): GenerateRequest {
  return {
    messages: [
      { role: 'system', content: 'You shorten conversations.' },
      { role: 'user', content: 'Shorten: the build failed on line 12.' },
    ],
    format: { type: 'text' },
    maxOutputTokens: 200,
    temperature: 0,
    seed: 1,
    purpose: { kind: 'summary', promptId: 'summary', promptHash: 'a'.repeat(64), task: 'demo/1' },
    clock: createVirtualClock(),
    signal: new AbortController().signal,
    ...overrides,
  };
}

/** An aborted-later signal: aborts on the given clock after `ms`. */
export function abortAfter(clock: GenerateRequest['clock'], ms: number): AbortSignal {
  const controller = new AbortController();
  clock.after(ms, () => controller.abort(new Error('cut')));
  return controller.signal;
}
