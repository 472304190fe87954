import type { ChatResponse } from 'ollama';
import { ModelError } from '../../errors.ts';
import type {
  GenerateRequest,
  GenerateResponse,
  StopReason,
  TokenLogprob,
} from '../../types/model.ts';

/**
 * Reads a streamed answer to its end. `startedMs` is when the call went out, on the request's clock. Throws `transient`
 * where the stream ends without its last line: the server died or closed the connection.
 */
export async function collectAnswer(
  stream: AsyncIterable<ChatResponse>,
  request: GenerateRequest,
  startedMs: number,
): Promise<GenerateResponse> {
  const { clock } = request;
  let text = '';
  let reasoning = '';
  let firstTokenMs: number | null = null;
  let last: ChatResponse | null = null;
  const logprobs: TokenLogprob[] = [];
  for await (const part of stream) {
    const content = part.message?.content ?? '';
    const thinking = part.message?.thinking ?? '';
    if (content !== '' || thinking !== '') firstTokenMs ??= clock.now() - startedMs;
    text += content;
    reasoning += thinking;
    if (content !== '') request.onDelta?.(content);
    for (const { token, logprob, top_logprobs: top } of part.logprobs ?? []) {
      logprobs.push({
        token,
        logprob,
        top: (top ?? []).map(({ token, logprob }) => ({ token, logprob })),
      });
    }
    if (part.done) last = part;
  }
  if (!last) throw new ModelError('transient', 'the server closed the connection in mid-answer');
  const serverLoadMs = (last.load_duration ?? 0) / 1e6;
  const [stopReason, stopDetail] = toStopReason(last.done_reason);
  return {
    text,
    reasoning: reasoning === '' ? null : reasoning,
    stopReason,
    stopDetail,
    usage: {
      promptTokens: last.prompt_eval_count ?? null,
      completionTokens: last.eval_count ?? null,
      cachedTokens: null,
    },
    timing: {
      firstTokenMs,
      totalMs: Math.max(0, clock.now() - startedMs - serverLoadMs),
      loadMs: serverLoadMs,
    },
    logprobs: request.logprobs === undefined ? null : logprobs,
  };
}

/** An old server gives no reason at all: then it stopped by itself. */
function toStopReason(reason: string | undefined): [StopReason, string | null] {
  if (reason === undefined || reason === '' || reason === 'stop') return ['stop', null];
  return reason === 'length' ? ['length', null] : ['other', reason];
}
