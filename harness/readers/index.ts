export { ABSTENTION, isAbstention } from './abstention.ts';
export { createLexicalReader } from './lexical.ts';
export { createModelReader } from './model.ts';
export { READER_PROMPT_HASH } from './prompts.ts';
export { renderContext } from './render.ts';
