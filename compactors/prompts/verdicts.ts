import { definePrompt } from './template.ts';

const SYSTEM =
  'You decide which earlier parts of a conversation an assistant still needs to continue its work.';

const RULE = `"keep" = it holds facts, paths, numbers, errors, decisions, constraints or open work that are still needed.
"drop" = nothing in it is needed any more.`;

/** One verdict for each id, as one JSON object. Slots: task, parts, ids. */
export const VERDICTS_PROMPT = definePrompt({
  promptId: 'verdicts',
  kind: 'verdicts',
  system: `${SYSTEM} You answer with one JSON object and nothing else.`,
  user: `Current task:
{task}

Earlier parts, each with its id:

{parts}

Give each id one verdict.
${RULE}
Answer with one JSON object that has every id: {ids}
Its form is {"m1": "keep", "m2": "drop"}.`,
});

/** One part a call, answered with one word. Slots: task, part. */
export const VERDICT_ONE_PROMPT = definePrompt({
  promptId: 'verdict-one',
  kind: 'verdicts',
  system: `${SYSTEM} You answer with one word.`,
  user: `Current task:
{task}

An earlier part of the conversation:

{part}

Is this part still needed?
${RULE}
Answer with one word, keep or drop.`,
});
