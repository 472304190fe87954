export { ALLOWED_ASSERTIONS, checkAssertion } from './assertions.ts';
export { guardNetwork } from './network-guard.ts';
export { createPromptfooGrader, type PromptfooGraderOptions } from './promptfoo.ts';
