import { join } from 'node:path';
import { type BenchConfig, projectRoot, type ResolveModelsOptions } from '../../harness/index.ts';

/** Where this project's models come from: its recordings and references, and what the environment and the config say. */
export function resolveOptions(
  config: Pick<BenchConfig, 'modelOptions' | 'virtualSpeed'>,
  signal: AbortSignal,
): ResolveModelsOptions {
  const known = Object.entries(config.modelOptions ?? {});
  return {
    recordingsRoot: join(projectRoot(), 'datasets/recordings'),
    referencesRoot: join(projectRoot(), 'datasets/references'),
    environment: process.env,
    signal,
    virtualSpeed: config.virtualSpeed ?? 1,
    contextTokens: Object.fromEntries(
      known.flatMap(([name, { contextTokens }]) => (contextTokens ? [[name, contextTokens]] : [])),
    ),
    tiers: Object.fromEntries(known.flatMap(([name, { tier }]) => (tier ? [[name, tier]] : []))),
  };
}
