export { ABSTENTION, isAbstention } from './abstention.ts';
export {
  createLexicalReader,
  createLineIndex,
  LEXICAL_SETTINGS,
  type LexicalMatch,
  type LineIndex,
} from './lexical.ts';
export { createModelReader } from './model.ts';
export { READER_PROMPT_HASH } from './prompts.ts';
export { renderContext } from './render.ts';
