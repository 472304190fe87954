/** The compactors' one door: the registry, how to define one, and message repair. */
export {
  type CompactorBody,
  type CompactorDefinition,
  type CompactorEntry,
  defineCompactor,
} from './entry.ts';
export { COMPACTOR_PROMPTS, promptHashes } from './prompts/index.ts';
export type { PromptTemplate } from './prompts/template.ts';
export {
  COMPACTORS,
  type CompactorSpec,
  compactorEntry,
  compactorNames,
  createCompactor,
} from './registry.ts';
