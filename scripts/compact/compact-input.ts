import {
  type Cause,
  type CompactedContext,
  type CompactionModels,
  type CompactionResult,
  type Compactor,
  createRealClock,
  type JsonObject,
  type Origin,
  renderOpenAiChat,
  type SkipReason,
  type TokenCounter,
} from '../../harness/index.ts';
import type { CompactInput } from './load-input.ts';

/** What became of one file: the fields of its JSON line. `kept` has the input index of each output message, null = created or replaced. */
export interface CompactLine {
  file: string;
  status: CompactionResult['status'];
  cause: Cause | null;
  tokens_before: number;
  tokens_after: number | null;
  kept: (number | null)[] | null;
  messages: JsonObject[] | null;
}

/** A line, with what the readable view shows beside it. */
export interface CompactOutcome {
  line: CompactLine;
  reason: SkipReason | null;
  step: string | null;
  context: CompactedContext | null;
}

/** Compacts one file once, forced, as if it just filled its window. A fraction as `target` is a part of the input. */
export async function compactInput(
  input: CompactInput,
  options: {
    compactor: Compactor;
    counter: TokenCounter;
    target: number;
    models: CompactionModels | null;
    signal: AbortSignal;
  },
): Promise<CompactOutcome> {
  const { compactor, counter, target, models, signal } = options;
  const tokensBefore = counter.count(input.messages);
  const result = await compactor.compact({
    messages: input.messages,
    tools: input.tools,
    targetTokens: Number.isInteger(target) ? target : Math.floor(target * tokensBefore),
    windowTokens: tokensBefore,
    force: true,
    counter,
    models,
    budgets: { attemptMs: null, totalMs: null },
    usage: input.usage,
    pins: input.pins,
    clock: createRealClock(),
    seed: 1,
    temperature: 0,
    signal,
    task: input.file,
  });
  const context = contextOf(result, input);
  const indices = new Map(input.messages.map(({ id }, index) => [id, index]));
  return {
    reason: result.status === 'skipped' ? result.reason : null,
    step: result.status === 'fallback' ? result.step : null,
    context,
    line: {
      file: input.file,
      status: result.status,
      cause: 'cause' in result ? result.cause : null,
      tokens_before: tokensBefore,
      tokens_after: context && counter.count(context.messages),
      kept: context?.origins.map((origin) => keptIndex(origin, indices)) ?? null,
      messages: context && renderMessages(input, context),
    },
  };
}

function contextOf(result: CompactionResult, input: CompactInput): CompactedContext | null {
  if (result.status === 'compacted' || result.status === 'fallback') return result;
  if (result.status !== 'skipped') return null;
  const messages = [...input.messages];
  return { messages, origins: messages.map(({ id }) => ({ type: 'kept', id })) };
}

function keptIndex(origin: Origin, indices: ReadonlyMap<string, number>): number | null {
  return origin.type === 'kept' ? (indices.get(origin.id) ?? null) : null;
}

function renderMessages(
  input: CompactInput,
  { messages, origins }: CompactedContext,
): JsonObject[] {
  return input.chat === null
    ? renderOpenAiChat(messages)
    : renderOpenAiChat(messages, { chat: input.chat, origins });
}
