/** Faults that can be made to happen, by group. `call` fails the call, `time` takes time, `answer` changes the answer, `verdicts` changes one that is a JSON object of verdicts. */
export const FAULT_GROUPS = {
  time: ['hang', 'dribble', 'slow'],
  call: [
    '429',
    '429-retry-after',
    '500',
    'reset-before',
    'reset-during',
    'reset-after',
    'overflow',
    'context-truncated',
    'filtered',
    'crash',
  ],
  answer: [
    'empty',
    'whitespace',
    'refusal',
    'cut-off',
    'reasoning-only',
    'too-long',
    'wrong-language',
    'invalid-utf8',
  ],
  verdicts: [
    'json-in-prose',
    'json-in-fence',
    'truncated-json',
    'unknown-id',
    'duplicate-id',
    'missing-id',
    'contradiction',
  ],
} as const;

/** Name of a fault. */
export type FaultName = (typeof FAULT_GROUPS)[keyof typeof FAULT_GROUPS][number];

/** Every fault, in the order of the groups. */
export const FAULT_NAMES: readonly FaultName[] = Object.values(FAULT_GROUPS).flat();
