/** The compactors' one door: the registry, how to define one, and message repair. */
export {
  type CompactorBody,
  type CompactorDefinition,
  type CompactorEntry,
  defineCompactor,
} from './entry.ts';
export {
  COMPACTORS,
  type CompactorSpec,
  compactorEntry,
  compactorNames,
  createCompactor,
} from './registry.ts';
