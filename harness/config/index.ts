export { defineConfig } from './define.ts';
export { CONFIG_KEYS, parseConfig } from './parse.ts';
export type { BenchConfig, CompactorChoice, ModelOptions } from './schema.ts';
