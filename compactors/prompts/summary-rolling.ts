import { definePrompt } from './template.ts';

const SYSTEM =
  'You condense one stretch of a longer conversation between a user and an assistant that works with tools. ' +
  'The rest of the conversation stays as it is and is not shown to you. Write only the summary of this stretch.';

const WANTED = `Goal: what was asked for
Decisions: what was chosen or ruled out, and why; limits and wishes that the user stated
Done: what was done, and what the tool results showed
Exact values: names, paths, ids, numbers, commands and errors, character for character
Open: what is still to be done
Write "none" where the stretch says nothing. Do not conclude that something did not happen because it is not in this stretch.`;

/** Summary of one stretch of turns, steps or earlier summaries. Slots: conversation, words. Headings as in Haystack's summarisation. */
export const ROLLING_PROMPT = definePrompt({
  promptId: 'summary-rolling',
  kind: 'summary',
  system: SYSTEM,
  user: `<conversation>
{conversation}
</conversation>

Summarise this stretch in at most {words} words, as short points under these headings. Where it holds earlier summaries, carry over what still holds:
${WANTED}`,
});

/** Folds the next part of a stretch that is too long for one call. Slots: earlier, conversation, words. */
export const ROLLING_UPDATE_PROMPT = definePrompt({
  promptId: 'summary-rolling-update',
  kind: 'summary',
  system: SYSTEM,
  user: `<notes>
{earlier}
</notes>

<conversation>
{conversation}
</conversation>

The notes summarise the beginning of this stretch. Write them again, brought up to date with what follows, in at most {words} words, as short points under these headings:
${WANTED}`,
});
