import { z } from 'zod';
import { BenchError } from '../errors.ts';
import type { Compactor, JsonObject, TokenCounter } from '../types/index.ts';

/** A compactor as a serialised hook holds it: what to build, under which name, with which settings. */
export interface SerializedCompactor {
  type: string;
  name: string;
  params: JsonObject;
}

/** A hook as plain JSON. */
export interface SerializedHook {
  type: 'compaction-hook';
  contextWindow: number;
  compactAt: number;
  compactTo: number;
  counter: string;
  compactors: SerializedCompactor[];
}

/** Build the parts of a hook; the harness itself knows no compactor by name. */
export interface HookFactories {
  createCompactor(part: SerializedCompactor): Compactor;
  createCounter(name: string): TokenCounter;
}

const serializedHook = z.object({
  type: z.literal('compaction-hook'),
  contextWindow: z.number(),
  compactAt: z.number(),
  compactTo: z.number(),
  counter: z.string(),
  compactors: z
    .array(
      z.object({
        type: z.string(),
        name: z.string(),
        params: z.record(z.string(), z.json()),
      }),
    )
    .min(1),
});

/** A compactor by its type (the name it was made by, where a label hides it), name and settings. */
export function serializeCompactor(compactor: Compactor): SerializedCompactor {
  const { type, name, params } = compactor;
  return { type: type ?? name, name, params: structuredClone(params) };
}

/** A serialised hook, checked. Throws E_CONFIG with every fault and its place. */
export function parseSerializedHook(value: unknown): SerializedHook {
  const parsed = serializedHook.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new BenchError(
    parsed.error.issues.map((issue) => ({
      code: 'E_CONFIG',
      place: ['hook', ...issue.path].join('.'),
      message: `${issue.message}.`,
      remedy: 'Use what the hook itself put out with toJSON().',
    })),
  );
}
