import { LADDER_HISTORY_PROMPT, LADDER_TURN_PROMPT, LADDER_UPDATE_PROMPT } from './ladder.ts';
import { SUMMARY_PROMPT, SUMMARY_UPDATE_PROMPT } from './summary.ts';
import { ROLLING_PROMPT, ROLLING_UPDATE_PROMPT } from './summary-rolling.ts';
import type { PromptTemplate } from './template.ts';
import { VERDICT_ONE_PROMPT, VERDICTS_PROMPT } from './verdicts.ts';

/** Every prompt that the compactors send as it ships, in a fixed order. */
export const COMPACTOR_PROMPTS: readonly PromptTemplate[] = [
  SUMMARY_PROMPT,
  SUMMARY_UPDATE_PROMPT,
  ROLLING_PROMPT,
  ROLLING_UPDATE_PROMPT,
  VERDICTS_PROMPT,
  VERDICT_ONE_PROMPT,
  LADDER_HISTORY_PROMPT,
  LADDER_UPDATE_PROMPT,
  LADDER_TURN_PROMPT,
];

/** Hash of each prompt by its id, for the header of a run. */
export function promptHashes(): Record<string, string> {
  return Object.fromEntries(COMPACTOR_PROMPTS.map((p) => [p.promptId, p.promptHash]));
}
