import { BenchError, type Problem } from '../errors.ts';
import type { HookSettings } from '../types/index.ts';

/** Fractions of the window at which Haystack's hook starts, and to which it compacts. */
export const HOOK_DEFAULTS = { compactAt: 0.7, compactTo: 0.4 } as const;

/** Every fault of hook settings: the window is above 0, and `0 < compactTo < compactAt <= 1`. */
export function checkHookSettings(settings: HookSettings): Problem[] {
  const { contextWindow, compactAt, compactTo } = settings;
  const problems: Problem[] = [];
  const add = (place: string, message: string, remedy: string): void => {
    problems.push({ code: 'E_CONFIG', place: `hook.${place}`, message, remedy });
  };
  if (!(Number.isFinite(contextWindow) && contextWindow > 0)) {
    add(
      'contextWindow',
      `The window must be above 0 tokens, and it is ${contextWindow}.`,
      "Give the size of the agent's model's context in tokens.",
    );
  }
  if (!(compactAt > 0 && compactAt <= 1)) {
    add(
      'compactAt',
      `The share of the window at which compaction starts is ${compactAt}.`,
      'Give a number above 0 and at most 1, such as 0.7.',
    );
  }
  if (!(compactTo > 0 && compactTo <= 1)) {
    add(
      'compactTo',
      `The share of the window to which it compacts is ${compactTo}.`,
      'Give a number above 0 and below compactAt, such as 0.4.',
    );
  } else if (compactAt > 0 && compactAt <= 1 && compactTo >= compactAt) {
    add(
      'compactTo',
      `It is ${compactTo}, not below compactAt, which is ${compactAt}: the next step would compact again.`,
      'Lower compactTo, or raise compactAt.',
    );
  }
  return problems;
}

/** The settings, checked. Throws E_CONFIG with every fault. */
export function requireHookSettings(settings: HookSettings): HookSettings {
  const problems = checkHookSettings(settings);
  if (problems.length > 0) throw new BenchError(problems);
  return settings;
}
