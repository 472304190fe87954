import { z } from 'zod';

const threshold = (margin: number, gate = true) =>
  z
    .strictObject({
      margin: z
        .number()
        .min(0)
        .default(margin)
        .describe(
          'Loss that is still noise: a share (0.02 = 2 points), a count, or a relative change.',
        ),
      gate: z.boolean().default(gate).describe('False = shown, but it decides nothing.'),
    })
    .prefault({});

/**
 * Thresholds of the gate, defaults filled in. Margins of survival, recall, stale, invented, pins, reduction, fallback and
 * failure are shares; of unsupported, violations and adherence absolute; of latency, tokens and cost relative.
 */
export const gateConfigSchema = z.strictObject({
  level: z
    .number()
    .gt(0.5)
    .lt(1)
    .default(0.95)
    .describe('Two-sided level of the intervals by transcript.'),
  groupAlpha: z
    .number()
    .gt(0)
    .lt(0.5)
    .default(0.05)
    .describe('Chance of any false finding among all groups (Holm).'),
  groups: z.boolean().default(true).describe('Also compare each compactor and each kind of fact.'),
  realLatency: z
    .boolean()
    .default(false)
    .describe('Let latency by the real clock decide; it differs from machine to machine.'),
  metrics: z
    .strictObject({
      survival: threshold(0.02),
      recall: threshold(0.02),
      stale: threshold(0.02),
      invented: threshold(0.05),
      pins: threshold(0.01),
      unsupported: threshold(0.25),
      violations: threshold(0),
      reduction: threshold(0.02),
      adherence: threshold(0.05),
      fallback: threshold(0.02),
      failure: threshold(0.02),
      latency: threshold(0.1),
      tokens: threshold(0.1, false),
      cost: threshold(0.1),
    })
    .prefault({}),
});

/** Parsed thresholds. */
export type GateConfig = z.infer<typeof gateConfigSchema>;

/** What a user may write: any part, the rest is filled in. */
export type GateConfigInput = z.input<typeof gateConfigSchema>;
