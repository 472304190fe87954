export { decideCompaction, type HookDecision, type HookState } from './estimate.ts';
export { CompactionHook, type HookOptions, type HookRequest, type HookRun } from './hook.ts';
export type { HookFactories, SerializedCompactor, SerializedHook } from './serialized.ts';
export { checkHookSettings, HOOK_DEFAULTS } from './settings.ts';
