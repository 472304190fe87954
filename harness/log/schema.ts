import { z } from 'zod';
import { FACT_KINDS } from '../types/fact.ts';
import type { RunRecord } from '../types/record.ts';
import { CAUSES, SKIP_REASONS, STATUSES, UNSCORED_REASONS } from '../types/status.ts';

const json: z.ZodType<unknown> = z.unknown();
const jsonObject = z.record(z.string(), json);
const count = z.number().int().min(0);
const key = z.string().min(1);

const started = z.looseObject({
  type: z.literal('run_started'),
  schemaVersion: count,
  keyVersion: key,
  sourceHash: key,
  settings: jsonObject,
  versions: z.record(z.string(), z.string()),
  datasets: z.array(z.looseObject({ name: z.string(), version: z.string(), hash: z.string() })),
  prompts: z.record(z.string(), z.string()),
  models: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  readers: z.array(z.looseObject({ id: z.string(), promptHash: z.string() })),
  plannedKeys: z.array(key),
  seed: z.number(),
  measured: z.looseObject({ startedAt: z.string(), host: jsonObject, servers: jsonObject }),
});

const compacted = z.looseObject({
  type: z.literal('compacted'),
  compactionKey: key,
  pairKey: key,
  compactor: z.string(),
  compactorVersion: z.number(),
  role: z.string(),
  params: jsonObject,
  model: z.string().nullable(),
  transcript: z.string(),
  mode: z.enum(['one-shot', 'replay', 'continuation']),
  budgetRatio: z.number().nullable(),
  targetTokens: z.number(),
  windowTokens: z.number(),
  trial: z.number(),
  seed: z.number(),
  clock: z.enum(['real', 'virtual']),
  round: count,
  played: count,
  status: z.enum(STATUSES),
  reason: z.enum(SKIP_REASONS).nullable(),
  cause: z.enum(CAUSES).nullable(),
  steps: z.array(z.looseObject({ rung: z.string(), attempts: count })),
  attempts: count,
  origins: z.array(z.looseObject({ type: z.string() })).nullable(),
  contextBlob: z.string().nullable(),
  tokensBefore: count,
  tokensAfter: count.nullable(),
  calls: z.array(z.looseObject({ model: z.string(), requestBlob: z.string() })),
  violations: z.array(z.looseObject({ kind: z.string(), detail: z.string() })),
  survival: z.array(
    z.looseObject({
      factId: z.string(),
      survived: z.boolean().nullable(),
      staleSurvived: z.boolean().nullable(),
    }),
  ),
  unsupportedValues: z.array(z.string()).nullable(),
  pins: z.looseObject({ total: count, kept: count }),
  extra: jsonObject,
  measured: z.looseObject({
    latencyMs: z.number().nullable(),
    modelMs: z.number().nullable(),
    stepMs: z.array(z.number()),
    callMs: z.array(z.looseObject({ durationMs: z.number() })),
  }),
});

const grade = z.discriminatedUnion('status', [
  z.looseObject({
    status: z.literal('scored'),
    score: z.number().min(0).max(1),
    pass: z.boolean(),
    grader: z.string(),
  }),
  z.looseObject({ status: z.literal('unscored'), reason: z.enum(UNSCORED_REASONS) }),
]);

const graded = z.looseObject({
  type: z.literal('graded'),
  gradeKey: key,
  compactionKey: key,
  pairKey: key,
  round: count,
  reader: z.string(),
  graders: z.array(z.string()),
  judge: z.string().nullable(),
  probes: z.array(
    z.looseObject({
      factId: z.string(),
      kind: z.enum(FACT_KINDS),
      questionForm: z.enum(['question', 'paraphrase']),
      answer: z.string().nullable(),
      abstained: z.boolean().nullable(),
      grade,
      stale: z.boolean().nullable(),
      invented: z.boolean().nullable(),
    }),
  ),
  measured: z.looseObject({ durationMs: z.number() }),
});

const timed = z.looseObject({
  type: z.literal('timed'),
  compactor: z.string(),
  params: jsonObject,
  sizeClass: z.string(),
  transcript: z.string(),
  measured: z.looseObject({
    samplesMs: z.array(z.number()),
    p50Ms: z.number(),
    p95Ms: z.number(),
  }),
});

const finished = z.looseObject({
  type: z.literal('run_finished'),
  cells: count,
  failed: count,
  missing: count,
  measured: z.looseObject({ finishedAt: z.string(), durationMs: z.number() }),
});

const record = z.discriminatedUnion('type', [started, compacted, graded, timed, finished]);

/** A record, or what is wrong with the value (one text a fault, with its path). Members that the schema does not name are kept. */
export function parseRecord(value: unknown): { record: RunRecord } | { faults: string[] } {
  const parsed = record.safeParse(value);
  if (!parsed.success) {
    return {
      faults: parsed.error.issues.map(
        (issue) => `${issue.path.join('.') || 'record'}: ${issue.message}`,
      ),
    };
  }
  // The schema checks the members that the harness relies on; the rest of the type is written by this version alone.
  return { record: parsed.data as unknown as RunRecord };
}
