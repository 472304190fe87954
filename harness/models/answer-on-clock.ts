import type { GenerateRequest, GenerateResponse } from '../types/model.ts';

/**
 * Gives a known answer at the pace at which it once came, times `speed`: first token, then the rest. The wait is on the
 * request's clock and ends with the signal's reason as soon as it aborts.
 */
export async function answerOnClock(
  request: Pick<GenerateRequest, 'clock' | 'signal' | 'onDelta'>,
  response: GenerateResponse,
  speed: number,
): Promise<GenerateResponse> {
  const { clock, signal, onDelta } = request;
  const totalMs = response.timing.totalMs * speed;
  const firstTokenMs =
    response.timing.firstTokenMs === null
      ? null
      : Math.min(response.timing.firstTokenMs * speed, totalMs);
  signal.throwIfAborted();
  await clock.sleep(firstTokenMs ?? totalMs, signal);
  if (response.text !== '') onDelta?.(response.text);
  if (firstTokenMs !== null) await clock.sleep(totalMs - firstTokenMs, signal);
  return {
    ...response,
    timing: { firstTokenMs, totalMs, loadMs: response.timing.loadMs },
  };
}
