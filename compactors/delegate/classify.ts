import type { Cause, GenerateResponse } from '../../harness/index.ts';

/** The usable text of an answer, or why there is none. */
export type AnswerClass =
  | { status: 'usable'; text: string }
  | { status: 'unusable'; cause: Cause; detail: string };

const THINKING_TAG = /<(think|thinking|reasoning)>/;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
/** Longest answer that may be taken for a refusal in words. */
const REFUSAL_CHARS = 300;
const REFUSAL =
  /^\s*(?:(?:i['’]?m|i am) (?:very )?sorry|sorry|i apologi[sz]e|unfortunately|as an ai\b|i(?:['’]m| am) (?:not able|unable)|i can(?:['’]t|not))\b[\s\S]*\b(?:can(?:['’]t|not| not)|unable|not able|won['’]t)\b[\s\S]*\b(?:assist|help|comply|continue|provide|fulfil|do|write|create|process|access|summari[sz]e)/i;
const SHORT_REFUSAL =
  /^\s*i can(?:['’]t|not) (?:assist|help|comply|continue|provide|fulfil|do|write|create|process|access|summari[sz]e)\b/i;

/**
 * Tells a usable answer from one that was filtered, refused, cut off, wrongly encoded, empty, white space only, or reasoning only.
 * `prompt` is what was asked: a replacement character that stands there may be repeated. Inline reasoning is taken out of the text.
 */
export function classifyAnswer(response: GenerateResponse, prompt: string): AnswerClass {
  if (response.stopReason === 'filtered') return unusable('filtered', response.stopDetail);
  if (response.stopReason === 'refusal') return unusable('refusal', response.stopDetail);
  const text = withoutThinking(response.text).trim();
  const isReasoningOnly =
    text === '' && (response.text.trim() !== '' || (response.reasoning ?? '').trim() !== '');
  if (isReasoningOnly) return unusable('reasoning-only', null);
  if (response.stopReason === 'length') return unusable('cut-off', response.stopDetail);
  if (isBlank(text)) return unusable('empty', null);
  if (isBroken(text, prompt)) return unusable('invalid-encoding', null);
  if (text.length <= REFUSAL_CHARS && (REFUSAL.test(text) || SHORT_REFUSAL.test(text))) {
    return unusable('refusal', 'in words');
  }
  return { status: 'usable', text };
}

/** The text without what stands in thinking tags; a tag that never closes takes the rest. Linear, whatever the text. */
function withoutThinking(text: string): string {
  const kept: string[] = [];
  let rest = text;
  for (;;) {
    const open = THINKING_TAG.exec(rest);
    if (open === null) return [...kept, rest].join('');
    kept.push(rest.slice(0, open.index));
    const close = `</${open[1]}>`;
    const end = rest.indexOf(close, open.index);
    if (end === -1) return kept.join('');
    rest = rest.slice(end + close.length);
  }
}

/** True for a text of white space, format characters (zero-width and the like) or nothing. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cf}\p{Cc}]*$/u.test(text);
}

function isBroken(text: string, prompt: string): boolean {
  if (LONE_SURROGATE.test(text)) return true;
  if (text.includes('\u0000')) return true;
  return text.includes('\uFFFD') && !prompt.includes('\uFFFD');
}

function unusable(cause: Cause, detail: string | null): AnswerClass {
  return { status: 'unusable', cause, detail: detail ?? cause };
}
