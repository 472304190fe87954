import { BenchError, type Problem } from '../../harness/index.ts';
import {
  LADDER_HISTORY_PROMPT,
  LADDER_TURN_PROMPT,
  LADDER_UPDATE_PROMPT,
} from '../prompts/ladder.ts';
import { definePrompt, type PromptTemplate } from '../prompts/template.ts';
import type { LadderSettings } from './settings.ts';

/** The prompts of a ladder: built-in, or the host's. */
export interface LadderPrompts {
  history: PromptTemplate;
  update: PromptTemplate;
  turnPrefix: PromptTemplate;
}

/** Built-in prompts with the overrides of the settings. Throws E_COMPACTOR for each text that lacks a slot it cannot do without. */
export function ladderPrompts(overrides: LadderSettings['prompts']): LadderPrompts {
  const { system, history, update, turnPrefix } = overrides;
  const problems = [
    ...missingSlots('history', history, ['conversation']),
    ...missingSlots('update', update, ['earlier', 'conversation']),
    ...missingSlots('turnPrefix', turnPrefix, ['conversation']),
  ];
  if (problems.length > 0) throw new BenchError(problems);
  const replace = (prompt: PromptTemplate, user: string | null): PromptTemplate => {
    if (user === null && system === null) return prompt;
    const text = user ?? prompt.user;
    return definePrompt({
      promptId: prompt.promptId,
      kind: prompt.kind,
      system: system ?? prompt.system,
      user: text.includes('{pins}') ? text : `${text}{pins}`,
    });
  };
  return {
    history: replace(LADDER_HISTORY_PROMPT, history),
    update: replace(LADDER_UPDATE_PROMPT, update),
    turnPrefix: replace(LADDER_TURN_PROMPT, turnPrefix),
  };
}

function missingSlots(name: string, text: string | null, slots: readonly string[]): Problem[] {
  if (text === null) return [];
  return slots
    .filter((slot) => !text.includes(`{${slot}}`))
    .map((slot) => ({
      code: 'E_COMPACTOR',
      message: `The text has no {${slot}}, so that the summarizer would not see it.`,
      place: `ladder.prompts.${name}`,
      remedy: `Put {${slot}} where it belongs.`,
    }));
}
