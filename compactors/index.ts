/** The compactors' one door: the registry, how to define one, and message repair. */
export {
  type CompactorBody,
  type CompactorDefinition,
  type CompactorEntry,
  defineCompactor,
} from './entry.ts';
export { createLadder } from './ladder/entry.ts';
export type { MemoryExtractionHook } from './ladder/run.ts';
export { type Partition, partitionMessages } from './partition/partition.ts';
export { createSizer } from './partition/sizer.ts';
export { COMPACTOR_PROMPTS, promptHashes } from './prompts/index.ts';
export type { PromptTemplate } from './prompts/template.ts';
export {
  COMPACTORS,
  type CompactorSpec,
  compactorEntry,
  compactorNames,
  createCompactor,
} from './registry.ts';
export {
  type Repair,
  type RepairKind,
  type RepairOutcome,
  repairMessages,
} from './repair/index.ts';
