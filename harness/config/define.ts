import type { BenchConfig } from './schema.ts';

/** Gives a `bench.config.ts` its types; the value is handed on as it is, and parsed when a command reads it. */
export function defineConfig(config: BenchConfig): BenchConfig {
  return config;
}
