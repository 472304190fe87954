import { ModelError } from '../errors.ts';
import { hashJson } from '../hash.ts';
import type { Clock } from '../types/clock.ts';
import type { ChatMessage, ModelClient } from '../types/model.ts';
import type { UnscoredReason } from '../types/status.ts';
import { type JudgeProvider, PROMPTFOO_VERSION } from './load-promptfoo.ts';

const MAX_OUTPUT_TOKENS = 300;

/** One question to a judge: which kind, about which fact. */
export interface JudgeCall {
  judge: ModelClient;
  clock: Clock;
  signal: AbortSignal;
  type: string;
  task: string;
}

/** A judge for one assertion, and why it gave no verdict (null where it gave one). */
export interface WatchedJudge {
  provider: JudgeProvider;
  failure(): { reason: UnscoredReason; detail: string } | null;
}

/** A judge that is a model client. What it answers is checked here, since promptfoo takes some garbage for a pass or a miss. */
export function createJudge(call: JudgeCall): WatchedJudge {
  let failure: ReturnType<WatchedJudge['failure']> = null;
  const fail = (reason: UnscoredReason, detail: string): { error: string } => {
    failure = { reason, detail: detail.slice(0, 300) };
    return { error: detail };
  };
  const promptId = `promptfoo-${call.type}`;
  return {
    failure: () => failure,
    provider: {
      id: () => call.judge.info.id,
      async callApi(prompt) {
        try {
          const response = await call.judge.generate({
            messages: parsePrompt(prompt),
            format: { type: 'json' },
            maxOutputTokens: MAX_OUTPUT_TOKENS,
            temperature: 0,
            seed: 1,
            purpose: {
              kind: 'judge',
              promptId,
              promptHash: hashJson([promptId, PROMPTFOO_VERSION]).slice(0, 16),
              task: call.task,
            },
            clock: call.clock,
            signal: call.signal,
          });
          if (response.stopReason !== 'stop') {
            return fail('judge-error', `the judge's answer ended with ${response.stopReason}`);
          }
          if (!isVerdict(call.type, response.text)) {
            return fail('judge-error', `the judge gave no verdict: ${response.text}`);
          }
          return { output: response.text };
        } catch (error) {
          const missing = error instanceof ModelError && error.reason === 'no-recording';
          const detail = error instanceof Error ? error.message : String(error);
          return fail(missing ? 'no-recording' : 'judge-error', detail);
        }
      },
    },
  };
}

/** promptfoo hands a chat prompt over as JSON text. */
function parsePrompt(prompt: string): ChatMessage[] {
  try {
    const value: unknown = JSON.parse(prompt);
    if (Array.isArray(value) && value.length > 0 && value.every(isChatMessage)) return value;
  } catch {
    // Plain text.
  }
  return [{ role: 'user', content: prompt }];
}

function isChatMessage(value: unknown): value is ChatMessage {
  if (typeof value !== 'object' || value === null) return false;
  if (!('role' in value && 'content' in value)) return false;
  return typeof value.role === 'string' && typeof value.content === 'string';
}

/**
 * True where an answer is a verdict: for a rubric, JSON with a boolean `pass` or a `score` in [0, 1]; for factuality, a category A to E,
 * as JSON or as `(A)` at the start. Elsewhere promptfoo would read `{"score": "high"}` as a pass and any "...e)" as category E.
 */
function isVerdict(type: string, answer: string): boolean {
  const object = firstObject(answer);
  if (type === 'factuality') {
    if (object === null) return /^\s*\(?[A-E]\)/.test(answer);
    return typeof object.category === 'string' && /^\s*[A-E]\s*$/i.test(object.category);
  }
  if (object === null) return false;
  const { pass, score } = object;
  if (score === undefined) return typeof pass === 'boolean';
  const inRange = typeof score === 'number' && score >= 0 && score <= 1;
  return inRange && (pass === undefined || typeof pass === 'boolean');
}

/** The first JSON object in a text, by its outermost braces. */
function firstObject(text: string): Record<string, unknown> | null {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start === -1 || end < start) return null;
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return { ...value };
  } catch {
    return null;
  }
}
