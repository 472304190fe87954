import type { Cause, ModelClient, Step } from '../../harness/index.ts';
import { askModel } from '../delegate/ask.ts';
import { classifyAnswer, isBlank } from '../delegate/classify.ts';
import type { Deadline } from '../delegate/deadline.ts';
import { fillPrompt, type PromptTemplate, purposeOf } from '../prompts/template.ts';
import { guardTags } from '../rendering/render-unit.ts';
import { planChunks } from './chunks.ts';
import type { SummarySize } from './size.ts';

/** Part of a context that chat templates and differences between estimate and count may take. */
const MARGIN_SHARE = 0.02;
/** Least room for a chunk; a model with less cannot summarise. */
const LEAST_CHUNK_TOKENS = 64;

/** What is summarised, by whom, with which words. */
export interface FoldOptions {
  client: ModelClient;
  /** For the first chunk where there is no earlier summary. */
  prompt: PromptTemplate;
  /** With an earlier summary, and for each further chunk. */
  updatePrompt: PromptTemplate;
  /** Values of further slots. */
  slots?: Readonly<Record<string, string>>;
  /** Rendered units, oldest first. */
  parts: readonly string[];
  earlier: string | null;
  size: SummarySize;
  /** Accepts an answer of white space. */
  acceptBlank?: boolean;
  task: string;
  temperature: number;
  seed: number;
  clock: Parameters<typeof askModel>[0]['clock'];
  signal: AbortSignal;
  deadline: Deadline;
  rung: string;
  onDelta?: (text: string) => void;
}

/** The summary, or why there is none; steps hold one entry a call. */
export type FoldOutcome =
  | { status: 'summarized'; summary: string; steps: Step[] }
  | { status: 'failed'; cause: Cause; httpStatus: number | null; steps: Step[] }
  | { status: 'cancelled'; steps: Step[] };

/**
 * One summary of all parts by one model. Parts that do not fit the model's context together go chunk by chunk, each call updating the
 * summary of those before. The first failed call ends it.
 */
export async function foldSummary(options: FoldOptions): Promise<FoldOutcome> {
  const chunks = planFold(options);
  if (chunks === null) {
    return failed(
      [],
      options.rung,
      'overflow',
      'the model has no room for a part of the conversation',
    );
  }
  const steps: Step[] = [];
  let summary = options.earlier;
  for (const [index, chunk] of chunks.entries()) {
    const rung =
      chunks.length === 1 ? options.rung : `${options.rung} ${index + 1}/${chunks.length}`;
    const { limitMs, limitCause, spent } = options.deadline.next();
    if (spent) return failed(steps, rung, 'timeout-total', null);
    const prompt = summary === null ? options.prompt : options.updatePrompt;
    const messages = fillPrompt(prompt, {
      ...options.slots,
      conversation: chunk,
      earlier: guardTags(summary ?? ''),
      words: String(options.size.words),
    });
    const outcome = await askModel({
      client: options.client,
      clock: options.clock,
      signal: options.signal,
      limitMs,
      limitCause,
      request: {
        messages,
        format: { type: 'text' },
        maxOutputTokens: options.size.maxOutputTokens,
        temperature: options.temperature,
        seed: options.seed,
        purpose: purposeOf(prompt, options.task),
        ...(options.onDelta && { onDelta: options.onDelta }),
      },
    });
    const { durationMs } = outcome;
    if (outcome.status === 'cancelled') return { status: 'cancelled', steps };
    if (outcome.status === 'failed') {
      const { cause, detail, httpStatus } = outcome;
      steps.push({ rung, attempts: 1, cause, detail, durationMs });
      return { status: 'failed', cause, httpStatus, steps };
    }
    const answer = classifyAnswer(outcome.value, messages.map((m) => m.content).join('\n'));
    const isForgiven =
      answer.status === 'unusable' &&
      answer.cause === 'empty' &&
      options.acceptBlank === true &&
      isBlank(outcome.value.text);
    if (answer.status === 'unusable' && !isForgiven) {
      const { cause, detail } = answer;
      steps.push({ rung, attempts: 1, cause, detail, durationMs });
      return { status: 'failed', cause, httpStatus: null, steps };
    }
    steps.push({ rung, attempts: 1, cause: null, detail: null, durationMs });
    summary = answer.status === 'usable' ? answer.text : outcome.value.text;
  }
  return { status: 'summarized', summary: summary ?? '', steps };
}

/** The chunks of a fold, null where the model's context has no room for any. */
function planFold(options: FoldOptions): string[] | null {
  const { client, parts, earlier, size } = options;
  const estimateTokens = (text: string): number => client.estimateTokens(text);
  const context = client.info.contextTokens;
  const frame = (prompt: PromptTemplate): number =>
    fillPrompt(prompt, { ...options.slots, conversation: '', earlier: '', words: '1000' })
      .map((message) => estimateTokens(message.content))
      .reduce((sum, tokens) => sum + tokens, 0);
  const room = Math.floor(context * (1 - MARGIN_SHARE)) - size.maxOutputTokens;
  const guarded = parts.map(guardTags);

  const whole = guarded.reduce((sum, part) => sum + estimateTokens(part) + 1, 0);
  const firstRoom =
    room -
    frame(earlier === null ? options.prompt : options.updatePrompt) -
    (earlier === null ? 0 : estimateTokens(earlier));
  if (whole <= firstRoom) return [guarded.join('\n\n')];

  const earlierTokens = Math.max(
    size.maxOutputTokens,
    earlier === null ? 0 : estimateTokens(earlier),
  );
  const capacityTokens = room - frame(options.updatePrompt) - earlierTokens;
  if (capacityTokens < LEAST_CHUNK_TOKENS) return null;
  return planChunks({ parts: guarded, capacityTokens, estimateTokens });
}

function failed(steps: Step[], rung: string, cause: Cause, detail: string | null): FoldOutcome {
  const step: Step = { rung, attempts: 0, cause, detail, durationMs: 0 };
  return { status: 'failed', cause, httpStatus: null, steps: [...steps, step] };
}
