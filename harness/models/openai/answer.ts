import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { ModelError } from '../../errors.ts';
import type {
  GenerateRequest,
  GenerateResponse,
  StopReason,
  TokenLogprob,
  Usage,
} from '../../types/model.ts';

/** What compatible servers send beside the package's own fields: the thinking, under either name. */
interface ReasoningDelta {
  reasoning_content?: string | null;
  reasoning?: string | null;
}

/**
 * Reads a streamed completion to its end. `startedMs` is when the call went out, on the request's clock. This package ends
 * an aborted stream as if it were complete, so the signal is looked at afterwards; a stream without a reason to stop was
 * closed in mid-answer (`transient`).
 */
export async function collectCompletion(
  stream: AsyncIterable<ChatCompletionChunk>,
  request: GenerateRequest,
  startedMs: number,
): Promise<GenerateResponse> {
  const { clock, signal } = request;
  let text = '';
  let reasoning = '';
  let refusal = '';
  let finish: string | null = null;
  let firstTokenMs: number | null = null;
  let usage: Usage = { promptTokens: null, completionTokens: null, cachedTokens: null };
  const logprobs: TokenLogprob[] = [];
  for await (const chunk of stream) {
    if (chunk.usage) usage = toUsage(chunk.usage);
    const choice = chunk.choices?.[0];
    if (!choice) continue;
    const delta: (typeof choice)['delta'] & ReasoningDelta = choice.delta ?? {};
    const content = delta.content ?? '';
    const thinking = delta.reasoning_content ?? delta.reasoning ?? '';
    if (content !== '' || thinking !== '') firstTokenMs ??= clock.now() - startedMs;
    text += content;
    reasoning += thinking;
    refusal += delta.refusal ?? '';
    if (content !== '') request.onDelta?.(content);
    for (const { token, logprob, top_logprobs: top } of choice.logprobs?.content ?? []) {
      logprobs.push({ token, logprob, top: top.map(({ token, logprob }) => ({ token, logprob })) });
    }
    finish = choice.finish_reason ?? finish;
  }
  signal.throwIfAborted();
  if (finish === null)
    throw new ModelError('transient', 'the server closed the connection in mid-answer');
  const [stopReason, stopDetail] =
    refusal === '' ? toStopReason(finish) : (['refusal', refusal] as const);
  return {
    text,
    reasoning: reasoning === '' ? null : reasoning,
    stopReason,
    stopDetail,
    usage,
    timing: { firstTokenMs, totalMs: clock.now() - startedMs, loadMs: null },
    logprobs: request.logprobs === undefined ? null : logprobs,
  };
}

function toUsage(usage: NonNullable<ChatCompletionChunk['usage']>): Usage {
  return {
    promptTokens: usage.prompt_tokens ?? null,
    completionTokens: usage.completion_tokens ?? null,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? null,
  };
}

function toStopReason(finish: string): [StopReason, string | null] {
  if (finish === 'stop' || finish === 'length') return [finish, null];
  return finish === 'content_filter' ? ['filtered', null] : ['other', finish];
}
