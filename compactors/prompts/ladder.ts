import { definePrompt } from './template.ts';

const SYSTEM =
  'You write handover notes for an assistant that continues a conversation and can no longer see its earlier part. ' +
  'Write only the notes. Do not answer or continue the conversation.';

const WANTED = `- goal, constraints and preferences of the user
- what is done, what is in progress, what is blocked
- decisions with their reasons, next steps
- exact names, paths, commands, numbers, ids and error messages
State only what the conversation says.`;

/** History before the cut. Slots: conversation, words, pins. */
export const LADDER_HISTORY_PROMPT = definePrompt({
  promptId: 'ladder-history',
  kind: 'summary',
  system: SYSTEM,
  user: `<conversation>
{conversation}
</conversation>

Write the notes on this conversation in plain text, at most {words} words:
${WANTED}{pins}`,
});

/** History before the cut where there is an earlier summary. Slots: earlier, conversation, words, pins. */
export const LADDER_UPDATE_PROMPT = definePrompt({
  promptId: 'ladder-update',
  kind: 'summary',
  system: SYSTEM,
  user: `<notes>
{earlier}
</notes>

<conversation>
{conversation}
</conversation>

The notes tell what happened before this conversation. Write the notes again in plain text, brought up to date with it, at most {words} words. Keep all that still holds, correct what has changed:
${WANTED}{pins}`,
});

/** The beginning of a turn that the cut goes through. Slots: conversation, words, pins. */
export const LADDER_TURN_PROMPT = definePrompt({
  promptId: 'ladder-turn-prefix',
  kind: 'summary',
  system: SYSTEM,
  user: `<conversation>
{conversation}
</conversation>

This is the beginning of a turn whose end stays in view. Write in plain text, at most {words} words, what its end needs: the request, the progress made in these steps, and exact names, paths, numbers and errors.{pins}`,
});

/** Verbatim block of pinned lines, added to a ladder prompt where there are any. Slot: lines. */
export const PINS_BLOCK = `

Repeat these lines in the notes character for character:
<pinned>
{lines}
</pinned>`;
