import type {
  Cause,
  CompactionRequest,
  GenerateRequest,
  ModelClient,
} from '../../harness/index.ts';
import { clipText } from '../clip.ts';
import { askModel } from '../delegate/ask.ts';
import { classifyAnswer, isBlank } from '../delegate/classify.ts';
import { createDeadline } from '../delegate/deadline.ts';
import { summaryAllowance } from '../partition/budget.ts';
import { fillPrompt, type PromptTemplate, purposeOf } from '../prompts/template.ts';
import { guardTags, renderMessages } from '../rendering/render-unit.ts';
import { type SummarySize, summarySize } from '../summary/size.ts';
import { type Cut, type Span, takeSpan } from './cut.ts';
import { ensurePins, renderPins } from './pins.ts';
import type { LadderPrompts } from './prompts.ts';
import { sanitizeSummary } from './sanitize.ts';
import type { LadderSettings } from './settings.ts';

const MARGIN_SHARE = 0.02;
const LEAST_SPAN_TOKENS = 64;
const TURN_HEADING = 'In the turn that goes on below, so far:';

/** One attempt of one summarizer on one cut. */
export interface AttemptOptions {
  request: CompactionRequest;
  client: ModelClient;
  cut: Cut;
  prompts: LadderPrompts;
  pins: readonly string[];
  settings: LadderSettings;
  attemptMs: number;
  onDelta(text: string): void;
}

/** What an attempt came to. `spanText` is what was summarised, for the memory hook. */
export type AttemptOutcome =
  | { status: 'summarized'; summary: string; span: Span; spanText: string }
  | { status: 'failed'; cause: Cause; detail: string | null }
  | { status: 'cancelled' };

/**
 * Summarises as much of the cut as fits the client's context, the pinned lines counted: history (with the earlier summary, where there is
 * one) and turn prefix by a call each, within one attempt's limit. The result is sanitized and holds every pin.
 */
export async function attemptSummary(options: AttemptOptions): Promise<AttemptOutcome> {
  const { request, client, cut, prompts, pins } = options;
  const size = summarySize(summaryAllowance(request.targetTokens));
  const capacityTokens = capacityOf(options, size);
  if (capacityTokens < LEAST_SPAN_TOKENS) {
    const detail = 'the model has no room for a part of the conversation';
    return { status: 'failed', cause: 'overflow', detail };
  }
  const span = takeSpan({
    cut,
    capacityTokens,
    estimateTokens: (text) => client.estimateTokens(text),
    render: (indices, mostTokens) => renderSpanPart(options, indices, mostTokens),
  });
  const deadline = createDeadline({
    clock: request.clock,
    attemptMs: options.attemptMs,
    totalMs: options.attemptMs,
  });
  const ask = (prompt: PromptTemplate, parts: readonly string[]) =>
    askOnce(options, { prompt, parts, size, limitMs: deadline.next().limitMs });

  const texts: string[] = [];
  if (span.history.length > 0) {
    const prompt = cut.earlier === null ? prompts.history : prompts.update;
    const history = await ask(prompt, span.history);
    if (history.status !== 'answered') return history;
    texts.push(history.text);
  } else if (cut.earlier !== null) {
    texts.push(cut.earlier);
  }
  if (span.turnPrefix.length > 0) {
    const prefix = await ask(prompts.turnPrefix, span.turnPrefix);
    if (prefix.status !== 'answered') return prefix;
    texts.push(texts.length > 0 ? `${TURN_HEADING}\n${prefix.text}` : prefix.text);
  }
  const spanText = [...span.history, ...span.turnPrefix].join('\n\n');
  const summary = ensurePins(texts.join('\n\n'), pins);
  return { status: 'summarized', summary, span, spanText };
}

async function askOnce(
  { request, client, cut, pins, onDelta }: AttemptOptions,
  call: { prompt: PromptTemplate; parts: readonly string[]; size: SummarySize; limitMs: number },
): Promise<
  { status: 'answered'; text: string } | Exclude<AttemptOutcome, { status: 'summarized' }>
> {
  const { prompt, parts, size, limitMs } = call;
  const messages = fillPrompt(prompt, {
    conversation: parts.map(guardTags).join('\n\n'),
    earlier: guardTags(cut.earlier ?? ''),
    words: String(size.words),
    pins: renderPins(pins),
  });
  const generate: Omit<GenerateRequest, 'clock' | 'signal'> = {
    messages,
    format: { type: 'text' },
    maxOutputTokens: size.maxOutputTokens,
    temperature: request.temperature,
    seed: request.seed,
    purpose: purposeOf(prompt, request.task),
    onDelta,
  };
  const { clock, signal } = request;
  const outcome = await askModel({ client, request: generate, clock, signal, limitMs });
  if (outcome.status === 'cancelled') return { status: 'cancelled' };
  if (outcome.status === 'failed') {
    return { status: 'failed', cause: outcome.cause, detail: outcome.detail };
  }
  const answer = classifyAnswer(outcome.value, messages.map((m) => m.content).join('\n'));
  if (answer.status === 'unusable') {
    return { status: 'failed', cause: answer.cause, detail: answer.detail };
  }
  const text = sanitizeSummary(answer.text, pins);
  return isBlank(text)
    ? { status: 'failed', cause: 'empty', detail: 'only sentences on lost context' }
    : { status: 'answered', text };
}

/** Tokens that the conversation may take in one call: the context less the answer, the longest prompt, its pins and the earlier summary. */
function capacityOf({ client, cut, prompts, pins }: AttemptOptions, size: SummarySize): number {
  const block = renderPins(pins);
  const frames = [prompts.history, prompts.update, prompts.turnPrefix].map((prompt) =>
    fillPrompt(prompt, {
      conversation: '',
      earlier: cut.earlier ?? '',
      words: '1000',
      pins: block,
    }).reduce((sum, { content }) => sum + client.estimateTokens(content), 0),
  );
  const room = Math.floor(client.info.contextTokens * (1 - MARGIN_SHARE));
  return room - size.maxOutputTokens - Math.max(...frames);
}

/** Messages of one unit as text, clipped further where it alone would not fit. */
function renderSpanPart(
  { client, cut, settings }: AttemptOptions,
  indices: readonly number[],
  mostTokens: number,
): string {
  const messages = indices.flatMap((index) => cut.messages[index] ?? []);
  let text = renderMessages(messages, settings);
  let tokens = client.estimateTokens(text) + 2;
  while (tokens > mostTokens && text.length > 64) {
    text = clipText(text, Math.floor((text.length * mostTokens * 0.9) / tokens) - 32);
    tokens = client.estimateTokens(text) + 2;
  }
  return text;
}
