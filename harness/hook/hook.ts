import { runChain } from '../chain.ts';
import { BenchError } from '../errors.ts';
import type {
  CompactionRequest,
  CompactionResult,
  Compactor,
  HookSettings,
  Message,
  TokenCounter,
} from '../types/index.ts';
import {
  contextTokensAfter,
  decideCompaction,
  type HookDecision,
  type HookState,
} from './estimate.ts';
import {
  type HookFactories,
  parseSerializedHook,
  type SerializedHook,
  serializeCompactor,
} from './serialized.ts';
import { HOOK_DEFAULTS, requireHookSettings } from './settings.ts';

/** What a hook is made of. Several compactors form a chain, run in this order. Fractions as in {@link HOOK_DEFAULTS}. */
export interface HookOptions {
  compactors: readonly Compactor[];
  counter: TokenCounter;
  contextWindow: number;
  compactAt?: number;
  compactTo?: number;
}

/** The parts of a compaction request that the hook does not decide. */
export type HookRequest = Omit<
  CompactionRequest,
  'messages' | 'tools' | 'targetTokens' | 'windowTokens' | 'force' | 'counter'
>;

function noCompactor(): BenchError {
  return new BenchError({
    code: 'E_CONFIG',
    place: 'hook.compactors',
    message: 'There is no compactor for the hook to call.',
    remedy: 'Give it one, or several that form a chain.',
  });
}

/** What a hook did before one model call. `result` is null where it did not trigger. */
export interface HookRun {
  decision: HookDecision;
  result: CompactionResult | null;
  /** The messages to go on with: the compacted ones, or the same list. */
  messages: readonly Message[];
  /** The value for `contextTokens` until the provider reports again. */
  contextTokens: number;
}

/**
 * Compacts a conversation before a model call, once it is estimated to have reached a share of the window. After Haystack 3.4.1's `CompactionHook`.
 * Throws E_CONFIG for settings that do not fit together, or for no compactor.
 */
export class CompactionHook {
  readonly settings: HookSettings;
  readonly compactors: readonly Compactor[];
  readonly counter: TokenCounter;

  constructor(options: HookOptions) {
    const { contextWindow, compactAt, compactTo } = { ...HOOK_DEFAULTS, ...options };
    this.settings = requireHookSettings({ contextWindow, compactAt, compactTo });
    if (options.compactors.length === 0) throw noCompactor();
    this.compactors = options.compactors;
    this.counter = options.counter;
  }

  /** Whether this conversation is to be compacted now, and to what. Pure. */
  decide(state: HookState): HookDecision {
    return decideCompaction(state, this.settings, this.counter);
  }

  /**
   * Call it before each model call. A compactor that skips, fails or throws leaves the conversation as it is, and so does one whose
   * result is not smaller; the result tells which. Never throws for a compactor's fault.
   */
  async beforeModelCall(state: HookState, request: HookRequest): Promise<HookRun> {
    const decision = this.decide(state);
    const unchanged = { messages: state.messages, contextTokens: state.contextTokens };
    if (!decision.triggered) return { decision, result: null, ...unchanged };
    const result = await this.compact({
      ...request,
      messages: state.messages,
      tools: state.tools,
      targetTokens: decision.targetTokens,
      windowTokens: this.settings.contextWindow,
      force: true,
      counter: this.counter,
    });
    if (!('messages' in result)) return { decision, result, ...unchanged };
    if (this.counter.count(result.messages) >= decision.messageTokens) {
      return { decision, result, ...unchanged };
    }
    const contextTokens = contextTokensAfter(state, result.messages, {
      overheadTokens: decision.overheadTokens,
      counter: this.counter,
    });
    return { decision, result, messages: result.messages, contextTokens };
  }

  private async compact(request: CompactionRequest): Promise<CompactionResult> {
    try {
      const [only] = this.compactors;
      if (only && this.compactors.length === 1) return await only.compact(request);
      return await runChain(this.compactors, request);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      const step = { rung: 'hook', attempts: 1, cause: 'crash', detail, durationMs: 0 } as const;
      return { status: 'failed', cause: 'crash', steps: [step] };
    }
  }

  /** Prepares every compactor that has something to prepare. */
  async warmUp(): Promise<void> {
    for (const compactor of this.compactors) await compactor.warmUp?.();
  }

  /** Releases what the compactors hold, each of them, also where one fails; then rejects with the first failure. */
  async close(): Promise<void> {
    const closed = await Promise.allSettled(
      this.compactors.map(async (compactor) => compactor.close?.()),
    );
    const failure = closed.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
  }

  /** All that it takes to build the hook again: settings, the counter's name, and each compactor's type, name and settings. */
  toJSON(): SerializedHook {
    return {
      type: 'compaction-hook',
      ...this.settings,
      counter: this.counter.name,
      compactors: this.compactors.map(serializeCompactor),
    };
  }

  /** The hook of {@link CompactionHook.toJSON}, its parts built by the factories. Throws E_CONFIG with every fault of the value. */
  static fromJSON(value: unknown, factories: HookFactories): CompactionHook {
    const { contextWindow, compactAt, compactTo, counter, compactors } = parseSerializedHook(value);
    return new CompactionHook({
      contextWindow,
      compactAt,
      compactTo,
      counter: factories.createCounter(counter),
      compactors: compactors.map((part) => factories.createCompactor(part)),
    });
  }
}
