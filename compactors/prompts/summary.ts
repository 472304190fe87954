import { definePrompt } from './template.ts';

const SYSTEM =
  'You write handover notes for an assistant that continues a conversation and can no longer see its earlier part. ' +
  'Write only the notes. Do not answer or continue the conversation.';

const WANTED = `- finished work, in brief, so that nothing is done twice
- the current work, the latest requests and what is still open
- key facts exactly as they stand: names, paths, commands, numbers, ids, errors, decisions with their reasons
- constraints, and what must not be done
State only what the conversation says.`;

/** First summary of a conversation. Slots: conversation, words. What it asks for follows Planck's default compactor. */
export const SUMMARY_PROMPT = definePrompt({
  promptId: 'summary',
  kind: 'summary',
  system: SYSTEM,
  user: `<conversation>
{conversation}
</conversation>

Write the notes on this conversation in plain text, at most {words} words:
${WANTED}`,
});

/** Brings an earlier summary up to date, or folds in the next chunk. Slots: earlier, conversation, words. */
export const SUMMARY_UPDATE_PROMPT = definePrompt({
  promptId: 'summary-update',
  kind: 'summary',
  system: SYSTEM,
  user: `<notes>
{earlier}
</notes>

<conversation>
{conversation}
</conversation>

The notes tell what happened before this conversation. Write the notes again in plain text, brought up to date with it, at most {words} words. Keep all that still holds, correct what has changed:
${WANTED}`,
});
