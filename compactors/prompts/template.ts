import { createHash } from 'node:crypto';
import type { CallPurpose, ChatMessage } from '../../harness/index.ts';

/** A prompt of a compactor. `{name}` in its texts is a slot; `promptHash` is sha256 over id and texts, slots unfilled. */
export interface PromptTemplate {
  readonly promptId: string;
  readonly promptHash: string;
  readonly kind: CallPurpose['kind'];
  readonly system: string;
  readonly user: string;
}

/** Names a prompt and fixes its hash, so that a recording made with other words is known to be stale. */
export function definePrompt(text: Omit<PromptTemplate, 'promptHash'>): PromptTemplate {
  const source = JSON.stringify([text.promptId, text.system, text.user]);
  return { ...text, promptHash: createHash('sha256').update(source).digest('hex') };
}

/**
 * The chat messages of a prompt. Slots are filled in one pass, so that a value which looks like a slot stays as it is; a slot
 * without a value stays too.
 */
export function fillPrompt(
  prompt: PromptTemplate,
  values: Readonly<Record<string, string>>,
): ChatMessage[] {
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (slot, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? slot) : slot,
    );
  return [
    { role: 'system', content: fill(prompt.system) },
    { role: 'user', content: fill(prompt.user) },
  ];
}

/** What a call with this prompt is for, as it is logged and recorded. */
export function purposeOf(prompt: PromptTemplate, task: string): CallPurpose {
  return { kind: prompt.kind, promptId: prompt.promptId, promptHash: prompt.promptHash, task };
}
