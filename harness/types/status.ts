/** Every way a step can fail: a closed list; the order decides which cause an answer with several faults is given. */
export const CAUSES = [
  'timeout-attempt',
  'timeout-total',
  'transient',
  'overflow',
  'context-truncated',
  'not-json',
  'schema',
  'unknown-id',
  'missing-id',
  'duplicate-id',
  'contradiction',
  'keep-all',
  'drop-all',
  'empty',
  'refusal',
  'filtered',
  'reasoning-only',
  'cut-off',
  'not-smaller',
  'invalid-encoding',
  'no-recording',
  'model-unavailable',
  'does-not-fit',
  'not-installed',
  'protocol',
  'crash',
] as const;

/** One of {@link CAUSES}. */
export type Cause = (typeof CAUSES)[number];

/** Why a compactor did nothing although no model failed. */
export const SKIP_REASONS = [
  'under-target',
  'not-triggered',
  'nothing-removable',
  'too-short',
  'not-smaller',
  'no-cut-point',
  'would-change-nothing',
] as const;

/** One of {@link SKIP_REASONS}. */
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Why a probe has no score. `void`: it was asked over a cut context, or its answer was cut off or all reasoning. */
export const UNSCORED_REASONS = [
  'void',
  'no-recording',
  'model-error',
  'grader-error',
  'judge-error',
  'no-context',
  'too-long-for-reader',
  'not-asked',
] as const;

/** One of {@link UNSCORED_REASONS}. */
export type UnscoredReason = (typeof UNSCORED_REASONS)[number];

/** The status words of a compaction. */
export const STATUSES = ['compacted', 'skipped', 'fallback', 'failed', 'cancelled'] as const;

/** One of {@link STATUSES}. */
export type Status = (typeof STATUSES)[number];
